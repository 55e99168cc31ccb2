/** Keys that the page composes: the template with a star for its variable part, and all values of that part. */

import { ANSWER_KINDS } from '@hush/bots';
import {
  AVATARS,
  HTTP_REFUSALS,
  INPUT_PROBLEM_CODES,
  PHRASE_NAMES,
  TABLE_REFUSALS,
  TEMPERS,
} from '@hush/protocol';
import {
  ACTIONS,
  DEVIATIONS,
  DIRECTIONS,
  EDITIONS,
  GESTURES,
  HEROES,
  HOUSE_RULES,
  LOSS_REASONS,
  REFUSALS,
  RULE_SWITCHES,
  SCENARIOS,
  TABLE_TIPS,
  TALK_STATES,
} from '@hush/rules';
import { AWARD_IDS } from '../../src/after/awards.ts';
import { STEP_KEYS } from '../../src/campaign/intro-steps.ts';
import { DEBRIEF_VERBS } from '../../src/debrief/debrief-commands.ts';
import { BUSES, FOLLOW_MODES, MARKINGS, MOTIONS, THEMES } from '../../src/device/settings.ts';
import { RELAY_STATES } from '../../src/hourglass/relay.ts';
import { LAYOUTS } from '../../src/input/keymap.ts';
import { PATH_STATES } from '../../src/model/progress.ts';
import { PRAISES } from '../../src/painter/faults.ts';
import { HINTS, TOOLS } from '../../src/painter/painting.ts';
import { LEAPS } from '../../src/replay/film.ts';
import { KEY_NOTES } from '../../src/replay/replay-keys.tsx';
import { CHAPTERS } from '../../src/rulebook/sentences.ts';
import { SPOKEN_GOALS, VERBS } from '../../src/spoken/lexicon.ts';
import { ERROR_KINDS } from '../../src/ui/error-kinds.ts';
import { USUAL_CAPACITIES } from '../../src/ui/seconds-input.tsx';
import { MODES } from '../../src/voice/choices.ts';
import { MIC_PROBLEMS } from '../../src/voice/microphone.ts';
import { FINDINGS } from '../../src/workshop/check.ts';
import { PLACES } from '../../src/workshop/draft.ts';
import type { Dynamic } from './words-check.ts';

/** The possible results of a request of the page. */
const REQUEST_CODES = [...Object.keys(HTTP_REFUSALS), 'unreachable', 'other'];

export const DYNAMIC_KEYS: readonly Dynamic[] = [
  ['book.deviation.*', DEVIATIONS],
  ['book.trouble.*', REQUEST_CODES],
  ['privacy.trouble.*', ['not-yours', 'too-many', 'unreachable']],
  ['play.hero.*', HEROES],
  ['play.action.*', ACTIONS],
  ['play.to.*', DIRECTIONS],
  ['play.mark.*', ['vortex', 'place']],
  ['play.thing.*', ['item', 'exit', 'vortex', 'hourglass', 'ball', 'camera']],
  ['painter.tool.*', TOOLS],
  ['painter.hint.*', HINTS],
  ['painter.good.*', PRAISES],
  ['painter.edge.*', ['open', 'wall', 'orange']],
  ['play.news.*', ['vortex', 'escalator', 'joined', 'gone', 'away', 'back', 'sitsIn']],
  ['play.news.lost.*', LOSS_REASONS],
  ['lobby.temper.*', TEMPERS],
  ['refusals.*', [...Object.keys(REFUSALS), ...Object.keys(TABLE_REFUSALS)]],
  ['commands.hero.*', HEROES],
  ['commands.direction.*', DIRECTIONS],
  ['commands.verb.*', VERBS],
  ['debrief.verb.*', DEBRIEF_VERBS],
  ['commands.goal.*', SPOKEN_GOALS],
  ['commands.name.*', SPOKEN_GOALS],
  ['commands.done.*', ['explore', 'steal', 'turn', 'start', 'pause', 'resume', 'nudge', 'stare']],
  ['commands.unknown.*', ['item', 'exit']],
  ['commands.goalAt.*', ['item', 'exit']],
  ['commands.talk.*', TALK_STATES],
  [
    'sound.caption.*',
    [
      'explore',
      'vortex',
      'escalator',
      'hourglass',
      'alarm',
      'talk-opens',
      'talk-closes',
      'win',
      'loss',
      'refused',
      'passed',
      'said',
    ],
  ],
  ['home.animal.*', AVATARS],
  ['shell.*.title', ERROR_KINDS],
  ['shell.*.text', ERROR_KINDS],
  ['settings.*', BUSES],
  ['settings.motion.*', MOTIONS],
  ['settings.theme.*', THEMES],
  ['settings.marks.*', MARKINGS],
  ['settings.follow.*', FOLLOW_MODES],
  ['settings.layout.*', LAYOUTS],
  ['settings.key.*', ['steal', 'turn', 'nudge', 'centre', 'follow', 'cancel', 'zen', 'speak', 'talk']],
  ['lobby.adds.*', SCENARIOS.map(({ number }) => number ?? 0)],
  ['lobby.edition.*', EDITIONS],
  ['lobby.hourglass.*', USUAL_CAPACITIES],
  ['lobby.house.*', HOUSE_RULES],
  ['lobby.whyNot.*', ['few', 'many', 'solo', 'edition']],
  ['game.name.*', SCENARIOS.map(({ number }) => number ?? 0)],
  ['game.goal.*', ['setup', 'items', 'steal', 'exits', 'won', 'lost']],
  ['game.item.*', ['unseen', 'seen', 'done']],
  ['game.exit.*', ['unseen', 'seen', 'done']],
  ['game.talk.*', TALK_STATES],
  ['game.ask.*', ['which', 'nudge', 'vortex', 'lay']],
  ['end.reason.*', LOSS_REASONS],
  ['award.*', AWARD_IDS],
  ['award.*.text', AWARD_IDS],
  ['debrief.ask.*', ANSWER_KINDS],
  ['debrief.answer.*', ANSWER_KINDS],
  ['debrief.fact.*', ANSWER_KINDS],
  ['end.event.*', ['turned', 'laid', 'camera', 'theft', 'left', 'discarded', 'won', 'lost']],
  ['intro.step.*', STEP_KEYS],
  ['campaign.*', PATH_STATES],
  ['problems.*', INPUT_PROBLEM_CODES],
  ['workshop.*', ['unreachable', 'tooMany', 'refused', 'notNow', 'damaged']],
  ['home.noTable.*', ['refused', ...REQUEST_CODES]],
  ['workshop.tile.*', PLACES],
  ['workshop.finding.*', FINDINGS],
  ['glass.*', ['start', 'turn', 'resume', 'reset']],
  ['glass.link.*', RELAY_STATES],
  ['glass.tip.*', TABLE_TIPS],
  ['glass.action.*', ACTIONS],
  ['glass.holds.*', USUAL_CAPACITIES],
  ['replay.*', ['unreachable', 'unknown', 'noGame', 'tooMany', 'damaged', 'notNow']],
  ['replay.key.*', Object.keys(KEY_NOTES)],
  ['replay.leap.*', LEAPS],
  ['rulebook.differs.*', DEVIATIONS],
  ['rulebook.chapter.*', CHAPTERS],
  ['workshop.rule.*', RULE_SWITCHES],
  ['voice.mode.*', MODES],
  ['voice.problem.*', MIC_PROBLEMS],
  ['voice.link.*', ['joining', 'joined', 'blocked']],
  ['voice.state.*', ['live', 'silent', 'muted', 'push']],
  ['talk.title.*', TALK_STATES],
  ['talk.tab.*', ['write', 'hands', 'people']],
  ['talk.phrase.*', PHRASE_NAMES],
  ['talk.gesture.*', GESTURES],
];
