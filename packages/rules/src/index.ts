/** The public API of the rules, grouped by concept. */
export { actionTileSet, dealActionTiles, leaderOf } from './action-tiles.ts';
export { auditing, auditLog } from './audit.ts';
export { firstEvents } from './beginning.ts';
export {
  bestScores,
  boxOf,
  compareScores,
  DEVIATIONS,
  type Deviation,
  deviations,
  NOT_WON,
  noBook,
  PLAYED_ON,
  type Score,
  scoreOf,
  scoring,
} from './book.ts';
export { commitTo } from './chance.ts';
export { type Check, type CheckProblem, fieldOf, type JsonSchema } from './check.ts';
export { checkTiles, type TileFinding } from './check-tiles.ts';
export {
  COMPANION_BUTTONS,
  type Companion,
  type CompanionButton,
  companionLeft,
  companionTurned,
  isRunOut,
  type PhysicalSetup,
  physicalSetupOf,
  press,
  readyCompanion,
  TABLE_TIPS,
  tableTipsFor,
} from './companion.ts';
export { mayLeaveBy } from './consequences.ts';
export { type DecideContext, type DecideOutcome, decide, due } from './decide.ts';
export { deckOf, isKnownTileSet, TILE_SET_VERSION } from './deck.ts';
export { describeEvent } from './describe-event.ts';
export { addTile, drawTile, redrawTile, removeTile } from './draw-tile.ts';
export { EDITION_RULES, EDITIONS, type Edition, type EditionRules, editionNamed } from './edition.ts';
export {
  type Command,
  type CommandOf,
  type CommandType,
  type Drawn,
  type EventOf,
  type EventType,
  type GameEvent,
  LOSS_REASONS,
  type LossReason,
  REFUSALS,
  type Refusal,
} from './events.ts';
export { beginGame, evolve, replay } from './evolve.ts';
export {
  actionsOf,
  areHourglassesWatched,
  ballTiles,
  editionOf,
  type Game,
  isOutOfOrder,
  isOver,
  isStartTile,
  isStruckOut,
  owns,
  STATUSES,
  type Status,
  sandEnd,
  sandLeft,
  sandSaved,
  stackSize,
  staysOnExit,
  usableActions,
  workingCameras,
} from './game.ts';
export { type Hourglass, leftAt, runsOutAt, turnHourglass } from './hourglass.ts';
export { unexploredDoors } from './landmarks.ts';
export { explorations, isTheftPossible, stealRefusal } from './legal.ts';
export {
  type Coordinates,
  cellAt,
  coordinatesOf,
  doorAt,
  escalatorFrom,
  featureAt,
  type LaidTile,
  laidTiles,
  layTile,
  type Mall,
  type MallBoard,
  stepFrom,
  tileNumbered,
} from './mall.ts';
export { cellName, cellNamed, seatName, seatNamed, shortTime, timeNamed, timeText } from './names.ts';
export {
  describeProblem,
  parseTiles,
  sketchTiles,
  squareAt,
  type TileProblem,
  type TileSheet,
  type TileSketches,
} from './parse-tiles.ts';
export { type PictureOptions, pictureOf } from './picture.ts';
export { parsePosition, positionText } from './position.ts';
export { grantWish, type OwnScenario, type Prepared, prepareGame, type Wish } from './prepare.ts';
export type { Problem, ProblemValues } from './problem.ts';
export { PROBLEM_CODES, type ProblemCode } from './problem-rules.ts';
export { reach, slide } from './reach.ts';
export { EVENT_CHECKS, readLog } from './read-log.ts';
export { checkWish, isCoordinates, readWish, WISH_CHECKS } from './read-wish.ts';
export { removableTiles } from './rearrange.ts';
export { parseRecord, parsingRecord, recordText } from './record.ts';
export { err, ok, type Result } from './result.ts';
export {
  atLevel,
  isSideFree,
  LEVELS,
  playersAllowed,
  RULE_SWITCHES,
  type RuleSwitch,
  SCENARIOS,
  type Scenario,
  SECOND_START,
} from './scenario.ts';
export {
  HOUSE_RULES,
  type HouseRules,
  LETTER_SWITCHES,
  type Secret,
  type SetUp,
  stackOrder,
} from './set-up.ts';
export { sha256 } from './sha256.ts';
export { atOnce, type Steps } from './steps.ts';
export { coolDownOf, endsTalk, mayRename, pointRefusal, TALK_STATES, type Talk, talkState } from './talk.ts';
export { withoutTileComments } from './tile-comments.ts';
export {
  type OpeningData,
  type SquareData,
  standardTileData,
  type TileData,
} from './tile-data.ts';
export { STANDARD_TILES } from './tile-set.ts';
export {
  compileTile,
  type Drawing,
  type Edge,
  type Feature,
  loudspeakers,
  type Opening,
  setEdge,
  type Tile,
} from './tiles.ts';
export {
  ACTIONS,
  type Action,
  type ActionTile,
  type ByHero,
  type Cell,
  cellOf,
  DIRECTIONS,
  type Direction,
  EMBLEMS,
  GESTURES,
  type Gesture,
  HEROES,
  type Hero,
  isAction,
  isDirection,
  isGesture,
  isHero,
  type Millis,
  type Seat,
  SIDES,
  type Side,
  squareOf,
  type TileNumber,
  tileOf,
} from './vocabulary.ts';
export { describeTextProblem, type TextProblem } from './words.ts';
