/** Builds the parts of one table. A part that wants to change the table asks for a job. */
import type { Millis } from '@hush/rules';
import { BotHost } from '../bots/bot-host.ts';
import type { Clock } from '../clock.ts';
import { PrivateLogs } from '../logs/private-logs.ts';
import { TableLog } from '../logs/table-log.ts';
import type { SandReading } from '../messages/parts.ts';
import { VOCABULARY } from '../messages/vocabulary.ts';
import { Chat } from '../presence/chat.ts';
import { type Client, Crowd } from '../presence/crowd.ts';
import { DelayedView } from '../presence/delayed-view.ts';
import { Greeter } from '../presence/handshake.ts';
import { HostTimeout } from '../presence/host-timeout.ts';
import { LegalAnswers } from '../presence/legal-answers.ts';
import { LobbyPlay } from '../presence/lobby-play.ts';
import { MemberReports } from '../presence/member-reports.ts';
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
  readonly reports: MemberReports;
  readonly delayed: DelayedView;
  /** Stops the timers of all parts of the table. */
  stop(): void;
  /** Sends a connection what happens outside a game: the lobby and the debrief. */
  greetIdle(client: Client): void;
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
  const debrief = new SharedReplay({ log, crowd, now });
  const lobby = new LobbyPlay({
    log,
    crowd,
    now,
    secret: () => world.secret(),
    dictatedSeed: () => privateLogs.dictated.seed,
  });
  const audience = audienceParts({ code, log, privateLogs, crowd, sand, lobby, debrief, clock: world });
  const hostTimeout = new HostTimeout(world, crowd, () => ask({ type: 'host-lost' }));
  const rest = new RestTimeout(world, crowd, { rest: () => timer.rest(), resume });
  const hire = world.bots?.bind(world) ?? (() => null);
  const bots = new BotHost({ clock: world, log, crowd, sand, ask, hire });
  return {
    code,
    log,
    privateLogs,
    crowd,
    timer,
    sand,
    ...audience,
    chat: new Chat(now, log, crowd),
    at: () => timer.at(),
    refusesName: name => world.refusesName?.(name) ?? false,
    vocabulary: () => world.vocabulary?.() ?? VOCABULARY,
    lobby,
    debrief,
    legal: new LegalAnswers({ log, crowd, now }),
    reports: new MemberReports(now, { code, log, privateLogs, crowd, report: about => world.report(about) }),
    moments: new TableMoments(code, world.journal),
    hostTimeout,
    rest,
    bots,
    stop: () => {
      for (const part of [hostTimeout, rest, bots, audience.delayed]) part.stop();
    },
    voice: new VoiceRelay(crowd, world, {
      isSilent: () => isSilent(log.state),
      seatOf: member => seatOf(log.state, member),
    }),
  };
}

type AudienceFacts = Pick<
  TableParts,
  'code' | 'log' | 'privateLogs' | 'crowd' | 'sand' | 'lobby' | 'debrief'
> & {
  readonly clock: Clock;
};

/** The parts that tell connections what they may see. */
function audienceParts({
  lobby,
  debrief,
  clock,
  ...facts
}: AudienceFacts): Pick<TableParts, 'delayed' | 'greeter' | 'greetIdle'> {
  const { log, crowd, sand } = facts;
  const greetIdle = (client: Client): void => {
    lobby.greet(client);
    debrief.greet(client);
  };
  const each = (act: (spectator: Client) => void): void => crowd.spectators().forEach(act);
  const delayed: DelayedView = new DelayedView({
    log,
    clock,
    sand,
    send: frame => each(client => client.send(frame)),
    refresh: () => each(client => greeter.refresh(client)),
    caughtUp: () => each(greetIdle),
  });
  crowd.holdBackWith(frame => delayed.hold(frame));
  const greeter = new Greeter({ ...facts, delayed });
  return { delayed, greeter, greetIdle };
}
