/** Makes the HTTP replies for crews that cannot be read or written. */
import type { HttpRefusal, WhyNotEntered } from '@hush/protocol';
import type { WhyNotAdjusted } from '../stores/crew-store.ts';
import type { LookupError } from '../stores/lookup-error.ts';
import { jsonError, type Reply } from './reply.ts';
import { RETRY_SOON } from './router.ts';

type WhyNoCrew = LookupError | WhyNotEntered | WhyNotAdjusted | 'no-line';

const WHY_NO_CREW: Readonly<Record<WhyNoCrew, readonly [error: HttpRefusal, say: string]>> = {
  unknown: [
    'unknown',
    'There is no such crew. Perhaps the link was mistyped, or nobody has visited it for a long time.',
  ],
  quarantined: ['quarantined', 'This book is damaged and has been set aside.'],
  newer: ['newer', 'This book was written by a newer version of Hush than the one running here.'],
  unavailable: ['unavailable', 'The server cannot do that right now; please try again.'],
  known: ['known', 'This game is already in the book.'],
  full: ['full', 'The book is full.'],
  'no-room': ['full', 'The board has no room for another crew.'],
  restless: ['full', 'This crew has changed its name, path or board so often that no more changes are kept.'],
  long: ['full', 'The record of this game is too long for the book.'],
  'no-line': ['unknown', 'There is no such entry in this book.'],
};

export const noCrew = (why: WhyNoCrew): Reply =>
  jsonError(...WHY_NO_CREW[why], why === 'unavailable' ? RETRY_SOON : {});
