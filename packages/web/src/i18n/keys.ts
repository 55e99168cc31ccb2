/** Every id that may be said: what English has, all languages have (a test compares them). */
import type board from './en/board.json';
import type book from './en/book.json';
import type campaign from './en/campaign.json';
import type commands from './en/commands.json';
import type editions from './en/editions.json';
import type end from './en/end.json';
import type game from './en/game.json';
import type glass from './en/glass.json';
import type help from './en/help.json';
import type home from './en/home.json';
import type intro from './en/intro.json';
import type kit from './en/kit.json';
import type lobby from './en/lobby.json';
import type offline from './en/offline.json';
import type play from './en/play.json';
import type practice from './en/practice.json';
import type problems from './en/problems.json';
import type refusals from './en/refusals.json';
import type replay from './en/replay.json';
import type rulebook from './en/rulebook.json';
import type scenarios from './en/scenarios.json';
import type settings from './en/settings.json';
import type setup from './en/setup.json';
import type shell from './en/shell.json';
import type sound from './en/sound.json';
import type talk from './en/talk.json';
import type trouble from './en/trouble.json';
import type voice from './en/voice.json';
import type workshop from './en/workshop.json';

export type Key =
  | keyof typeof board
  | keyof typeof book
  | keyof typeof campaign
  | keyof typeof commands
  | keyof typeof offline
  | keyof typeof play
  | keyof typeof practice
  | keyof typeof problems
  | keyof typeof refusals
  | keyof typeof editions
  | keyof typeof end
  | keyof typeof game
  | keyof typeof help
  | keyof typeof glass
  | keyof typeof home
  | keyof typeof intro
  | keyof typeof kit
  | keyof typeof lobby
  | keyof typeof replay
  | keyof typeof rulebook
  | keyof typeof scenarios
  | keyof typeof settings
  | keyof typeof setup
  | keyof typeof shell
  | keyof typeof sound
  | keyof typeof talk
  | keyof typeof trouble
  | keyof typeof voice
  | keyof typeof workshop;
