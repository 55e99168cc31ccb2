/** The front door: what travels, and both ends that speak it. */

export { attend } from './attend.ts';
export { AVATARS, type Avatar } from './avatars.ts';
export type { BotTable, BotView, Crew as BotCrew } from './bot-house.ts';
export { LARGEST_FRAME, readMessage, readNewTable } from './codec.ts';
export { type Bot, botOf, isBot, mayStandIn, standsIn, TEMPERS, type Temper } from './company.ts';
export {
  type ClientWorld,
  Connection,
  HEARTBEAT,
  readServerMessage,
  type Seat as TableSeat,
  type Socket,
  type SocketEvents,
  type Status as ConnectionStatus,
  type Watcher,
} from './connection.ts';
export {
  type BookLine,
  bestLines,
  CREW_ID_LENGTH,
  type Crew,
  type CrewEvent,
  crewKey,
  type Entered,
  enteringProblem,
  evolveCrew,
  isCrewId,
  mayChange,
  type Skip,
  type WhyNotEntered,
} from './crew.ts';
export { type BoardBox, type BoardRow, rankCrews } from './crew-board.ts';
export {
  crewCsv,
  crewJson,
  dateOfDay,
  enteredBy,
  type KeptLine,
  type Proof,
  partsOf,
  proofOf,
  provingEvents,
  provingGame,
} from './crew-book.ts';
export {
  type BookFile,
  type BookGame,
  type CrewChange,
  decodeCrewEvent,
  type Entering,
  encodeCrewEvent,
  readBookFile,
  readCrewChange,
  readEntering,
  readFounding,
} from './crew-codec.ts';
export type { Greeting, Line } from './crowd.ts';
export { keyOf } from './door.ts';
export { peekTable } from './history.ts';
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
  PAGE_LIMIT,
  type PurgeResult,
  type ReadError,
  type ReadResult,
  readAll,
  type Unavailable,
  type Unsubscribe,
} from './journal.ts';
export { JournalFeed } from './journal-feed.ts';
export { memoryJournal } from './journal-memory.ts';
export { type LastGame, lastGameOf, readingGame, writingGame } from './last-game.ts';
export {
  isMuted,
  type LogEvent,
  type Member,
  MOST_SEATS,
  seatOf,
  seatsOf,
  TABLE_REFUSALS,
  type TableCommand,
  type TableEvent,
  type TableRefusal,
  type TableState,
  type TableWish,
} from './lobby.ts';
export {
  type Candidate,
  CLOSE_CODES,
  type ClientMessage,
  type CloseCode,
  CODE_LETTERS,
  FINAL_CODES,
  type IceServer,
  type Person,
  type PlayCommand,
  PROTOCOL_VERSION,
  type Presence,
  type Sand,
  type ServerMessage,
  type Signal,
} from './messages.ts';
export { Mirror, type Notice } from './mirror.ts';
export { OBJECTION_CODES, type Objection, type ObjectionCode, objection, ofProblem } from './objection.ts';
export { purgeOrphans } from './orphans.ts';
export { PHRASE_NAMES, PHRASES, type Phrase } from './phrases.ts';
export { gameOfTable, type PlayedGame, recordOfLog, recordOfTable } from './record.ts';
export {
  isSheetCode,
  readSheet,
  readSheetText,
  refereeScript,
  type ScenarioSheet,
  SHEET_CODE_LENGTH,
  sheetFault,
  sheetFromScript,
  sheetProblem,
} from './scenario-sheet.ts';
export {
  afterAWhile,
  HOURGLASS_CODE_LENGTH,
  isHourglassCode,
  isNewer,
  readSharedHourglass,
  type SharedHourglass,
  tagOf,
} from './shared-hourglass.ts';
export { type IceGrant, LONGEST_SDP, MOST_CANDIDATES, type Unheard } from './signals.ts';
export { Table } from './table.ts';
export { purgeRemains, purgeTable } from './vault.ts';
export { type Cause, decodeEntry, type Entry, encodeEntry, GAME_FIELDS, TABLE_FIELDS } from './wire.ts';
export { wishFault, wishProblem } from './wish.ts';
export {
  cleanName,
  cleanText,
  LONGEST_NAME,
  LONGEST_SHEET_TEXT,
  LONGEST_TEXT,
  refusalSentence,
} from './words.ts';
export type { Measure, Trouble, World } from './world.ts';
