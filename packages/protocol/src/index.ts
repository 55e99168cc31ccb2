/** The front door: what travels, and both ends that speak it. */
export {
  APPEND_LIMIT,
  type AppendError,
  type AppendResult,
  assertAppend,
  assertLog,
  assertRead,
  type Conflict,
  type Corrupt,
  type Failed,
  type Journal,
  type Listener,
  LOG_NAME,
  type LogsResult,
  type News,
  type PurgeResult,
  type ReadError,
  type ReadResult,
  readAll,
  type Unavailable,
  type Unsubscribe,
} from './journal.ts';
export { JournalFeed } from './journal-feed.ts';
export { memoryJournal } from './journal-memory.ts';
