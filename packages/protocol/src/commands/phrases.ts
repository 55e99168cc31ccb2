/**
 * Phrases that every client knows. They are sent by name and shown in the reader's language. The English text is the
 * fallback for clients that do not know a name.
 */
export const PHRASES = {
  hello: 'Hello!',
  ready: 'I am ready.',
  yes: 'Yes.',
  no: 'No.',
  thanks: 'Thank you!',
  sorry: 'Sorry!',
  'well-done': 'Well done!',
  again: 'Once more?',
  'sword-first': 'The barbarian first.',
  'flask-first': 'The mage first.',
  'bow-first': 'The elf first.',
  'axe-first': 'The dwarf first.',
  explore: 'Explore more.',
  items: 'To the items!',
  exits: 'To the exits!',
  hourglass: 'Turn the hourglass soon.',
  'no-hourglass': 'Keep away from the hourglass for now.',
  vortex: 'Take the vortex.',
  cameras: 'The cameras first.',
  ball: 'Use the crystal ball.',
  mine: 'I will do that.',
  yours: 'That one is yours.',
  look: 'Look where I point.',
  wait: 'Nobody move yet.',
} as const satisfies Readonly<Record<string, string>>;
export type Phrase = keyof typeof PHRASES;
export const PHRASE_NAMES = Object.keys(PHRASES) as readonly Phrase[];
