/** What other packages may import: the messages, the table and the client. */

export type { BotGaze, BotPlayers, BotTable, BotView } from './bots/bot-host.ts';
export {
  type ClientWorld,
  Connection,
  type ConnectionListener,
  type ConnectionStatus,
  HEARTBEAT,
  readServerMessage,
  type SeatClaim,
  type Socket,
  type SocketEvents,
} from './client/connection.ts';
export { Mirror, type Notice, type ReceivedDebrief } from './client/mirror.ts';
export type { Clock } from './clock.ts';
export { CODE_LENGTHS, CODE_LETTERS, type CodeKind, isCode, randomCode } from './codes.ts';
export { AVATARS, type Avatar } from './commands/avatars.ts';
export { PHRASE_NAMES, PHRASES, type Phrase } from './commands/phrases.ts';
export type { PlayCommand } from './commands/play-command.ts';
export {
  readSheet,
  readSheetText,
  refereeScript,
  type ScenarioSheet,
  sheetFromScript,
  sheetProblem,
} from './commands/scenario-sheet.ts';
export { MOST_SEATS } from './commands/seats.ts';
export type { TableCommand } from './commands/table-command.ts';
export { hasKnownDeal, type TableWish } from './commands/table-wish.ts';
export { TEMPERS, type Temper } from './commands/tempers.ts';
export { wishProblem } from './commands/wish-check.ts';
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
} from './crews/book-file.ts';
export {
  type BookLine,
  bestLines,
  type Crew,
  type CrewEvent,
  crewKey,
  enteringProblem,
  evolveCrew,
  type GameEntered as Entered,
  keepingBook,
  mayChange,
  type ScenarioSkip as Skip,
  type WhyNotEntered,
} from './crews/crew.ts';
export {
  type BookFile,
  type BookGame,
  type CrewChange,
  decodeCrewEvent,
  type EnterRequest,
  encodeCrewEvent,
  isLaterCrewEvent,
  readCrewChange,
  readEntering,
  readFounding,
  readingBookFile,
} from './crews/crew-codec.ts';
export { wishBehind } from './crews/deal-again.ts';
export { type BoardBox, type BoardRow, rankCrews } from './crews/leaderboard.ts';
export {
  attemptSeed,
  type BeaconPlan,
  type DealSource,
  isLinkOf,
  linkBefore,
  linkOfDay,
  newChain,
  type PublishedChain,
  roundOfDay,
  type SecretChain,
} from './heist/heist-chain.ts';
export { dayBegins, dayIn } from './heist/heist-day.ts';
export {
  type HeistDeal,
  type HeistEntry,
  type HeistLetter,
  type HeistNews,
  type HeistPost,
  type HeistProof,
  LONGEST_HEIST_RECORD,
  readHeistPost,
} from './heist/heist-messages.ts';
export { type HeistResult, heistLine, heistResultOf } from './heist/heist-result.ts';
export { HTTP_REFUSALS, type HttpRefusal } from './http-refusals.ts';
export {
  badInput,
  INPUT_PROBLEM_CODES,
  type InputProblem,
  type InputProblemCode,
} from './input/problem.ts';
export { cleanName, cleanText, LONGEST_NAME, LONGEST_SHEET_TEXT, LONGEST_TEXT } from './input/text.ts';
export { JournalFeed } from './journal/feed.ts';
export {
  APPEND_LIMIT,
  type AppendError,
  type AppendResult,
  assertAppend,
  assertCompact,
  assertLog,
  assertRead,
  type Conflict,
  type Corrupt,
  type Failed,
  type Journal,
  type JournalError,
  LIST_LIMIT,
  type Listener,
  LOG_NAME,
  type LogsResult,
  logPages,
  type Moments,
  type News,
  PAGE_LIMIT,
  type PurgeResult,
  type ReadError,
  type ReadResult,
  readAll,
  type Unavailable,
  type Unsubscribe,
} from './journal/journal.ts';
export { memoryJournal } from './journal/memory.ts';
export { isLater, type Moment } from './journal/moments.ts';
export { purgeOrphans } from './journal/orphans.ts';
export type { KeepingTimes } from './keeping-times.ts';
export { consentedGames } from './logs/consented-games.ts';
export { type LastGame, lastGameOf, readingGame, writingGame } from './logs/last-game.ts';
export { logName, TABLE_LOG_KINDS, tableOfLog } from './logs/log-names.ts';
export { purgeRemains, purgeTable } from './logs/private-logs.ts';
export { gameOfTable, type PlayedGame, recordOfLog, recordOfTable } from './logs/record.ts';
export { forgetReplacedNames, forgetSeatName, type SeatData, seatDataOf } from './logs/seat-data.ts';
export { peekTable, type WrittenByNewer } from './logs/table-log.ts';
export { CLOSE_CODES, CLOSE_SENTENCES, type CloseCode, FINAL_CODES } from './messages/close-codes.ts';
export type { DebriefMessage, DebriefRequest } from './messages/debrief.ts';
export {
  type Cause,
  decodeEntry,
  type Entry,
  encodeEntry,
  GAME_FIELDS,
  TABLE_FIELDS,
} from './messages/entry.ts';
export { frameOf } from './messages/frame.ts';
export type { LobbyMessage } from './messages/lobby.ts';
export type { Person, SandReading } from './messages/parts.ts';
export { type ClientMessage, LARGEST_FRAME, readMessage, readNewTable } from './messages/read-message.ts';
export { READ_ONLY_SENTENCE } from './messages/read-only.ts';
export type { Gaze, Presence } from './messages/seats.ts';
export type { ServerMessage } from './messages/server-message.ts';
export { isSpoken, PROTOCOL_VERSION } from './messages/version.ts';
export { VOCABULARIES } from './messages/vocabularies.ts';
export { VOCABULARY } from './messages/vocabulary.ts';
export type { Candidate, IceServer, Signal } from './messages/voice.ts';
export { LONGEST_SDP, MOST_CANDIDATES } from './messages/voice-limits.ts';
export type { Client, Hello } from './presence/crowd.ts';
export { seatKeyOf } from './presence/handshake.ts';
export type { MemberReported } from './presence/member-reports.ts';
export type { IceGrant, VoiceRefusal } from './presence/voice-relay.ts';
export { asyncApiDocument } from './schemas/async-api.ts';
export { protocolSchema } from './schemas/protocol-schema.ts';
export {
  matchPath,
  type PathParams,
  type ScreenMatch,
  type ScreenName,
  screenAt,
  tableCodeIn,
} from './screens.ts';
export {
  afterMillis,
  isNewer,
  readSharedHourglass,
  type SharedHourglass,
  tagOf,
} from './shared-hourglass.ts';
export { type Bot, botOf, isBot, isProgram, mayStandIn, standsIn } from './state/bot-seats.ts';
export { legalCommands, legalMoves } from './state/legal-commands.ts';
export { refusalSentence } from './state/refusal-sentence.ts';
export { TABLE_REFUSALS, type TableRefusal } from './state/refusals.ts';
export {
  isEverybodyReady,
  isMuted,
  type LogEvent,
  type Member,
  seatOf,
  seatsOf,
  type TableEvent,
  type TableState,
} from './state/table-state.ts';
export { receive } from './table/receive.ts';
export { Table } from './table/table.ts';
export type { TableMetric, TableReport, TableWorld } from './table/world.ts';
export { type Rate, TokenBucket } from './token-bucket.ts';
