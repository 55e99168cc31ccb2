/** Builds the parts of one table. A part that wants to change the table asks for a job. */
import type { Millis } from '@hush/rules';
import { BotHost } from '../bots/bot-host.ts';
import { PrivateLogs } from '../logs/private-logs.ts';
import { TableLog } from '../logs/table-log.ts';
import type { SandReading } from '../messages/parts.ts';
import { VOCABULARY } from '../messages/vocabulary.ts';
import { Chat } from '../presence/chat.ts';
import { Crowd } from '../presence/crowd.ts';
import { Greeter } from '../presence/handshake.ts';
import { HostTimeout } from '../presence/host-timeout.ts';
import { LegalAnswers } from '../presence/legal-answers.ts';
import { LobbyPlay } from '../presence/lobby-play.ts';
import { SharedReplay } from '../presence/shared-replay.ts';
import { VoiceRelay } from '../presence/voice-relay.ts';
import { seatOf } from '../state/table-state.ts';
import { isSilent } from '../state/talk.ts';
import type { Facts } from './draft.ts';
import { HourglassTimer } from './hourglass-timer.ts';
import type { Job } from './jobs.ts';
import { RestTimeout } from './rest-timeout.ts';
import { TableMoments } from './table-moments.ts';
import type { TableWorld } from './world.ts';

export interface TableParts extends Facts {
  readonly code: string;
  readonly moments: TableMoments;
  readonly greeter: Greeter;
  readonly timer: HourglassTimer;
  readonly hostTimeout: HostTimeout;
  readonly rest: RestTimeout;
  readonly bots: BotHost;
  readonly voice: VoiceRelay;
  readonly legal: LegalAnswers;
  /** The game time, whether it runs, and whether the journal can be written. */
  sand(): SandReading;
}

/** What the parts need from their table. */
interface Requests {
  ask(job: Job): void;
  /** Called when the sand may run again. */
  resume(): void;
  /** Makes a moment of the sand durable. */
  checkpoint(at: Millis): void;
}

export function tableParts(
  code: string,
  world: TableWorld,
  { ask, checkpoint, resume }: Requests,
): TableParts {
  const now = (): number => world.now();
  const log = new TableLog(world.journal, code);
  const privateLogs = new PrivateLogs(world.journal, code, key => log.shows(key));
  const crowd = new Crowd(now);
  const timer = new HourglassTimer(world, { runOut: () => ask({ type: 'time-up' }), checkpoint });
  const sand = (): SandReading => {
    const reading = { at: timer.at(), runs: timer.runs };
    return timer.isFrozen ? { ...reading, held: true } : reading;
  };
  const hire = world.bots?.bind(world) ?? (() => null);
  return {
    code,
    log,
    privateLogs,
    crowd,
    timer,
    sand,
    chat: new Chat(now, log, crowd),
    at: () => timer.at(),
    vocabulary: () => world.vocabulary?.() ?? VOCABULARY,
    lobby: new LobbyPlay({
      log,
      crowd,
      now,
      secret: () => world.secret(),
      dictatedSeed: () => privateLogs.dictated.seed,
    }),
    debrief: new SharedReplay({ log, crowd, now }),
    legal: new LegalAnswers({ log, crowd, now }),
    moments: new TableMoments(code, world.journal),
    greeter: new Greeter({ code, log, privateLogs, crowd, sand }),
    hostTimeout: new HostTimeout(world, crowd, () => ask({ type: 'host-lost' })),
    rest: new RestTimeout(world, crowd, { rest: () => timer.rest(), resume }),
    bots: new BotHost({ clock: world, log, crowd, sand, ask, hire }),
    voice: new VoiceRelay(crowd, world, {
      isSilent: () => isSilent(log.state),
      seatOf: member => seatOf(log.state, member),
    }),
  };
}
