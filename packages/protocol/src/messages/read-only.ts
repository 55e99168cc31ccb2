/** What a read-only server says where its operator gave no sentence; our page has its own words for it. */
export const READ_ONLY_SENTENCE = 'The server is under maintenance: nothing can be changed for a while.';
