/** What a read-only server tells clients if its operator gave no sentence; our page has its own sentence. */
export const READ_ONLY_SENTENCE = 'The server is under maintenance: nothing can be changed for a while.';
