/** Test helpers: a table whose bots send only the commands that the test gives them. */
import { reach } from '@hush/rules';
import type { BotTable, BotView } from '../../src/bots/bot-host.ts';
import { type BotPlayers, decodeEntry, type LogEvent, readAll } from '../../src/index.ts';
import { type Circumstances, CODE, Place, raise, type Visitor } from '../table/table-kit.ts';
import { settled } from '../virtual-time.ts';

/** Bots that never act by themselves; the test sends their commands. */
export class Puppets implements BotPlayers {
  table: BotTable | null = null;
  looks = 0;
  stopped = false;

  readonly hire = (table: BotTable): BotPlayers => {
    this.table = table;
    return this;
  };

  look(): void {
    this.looks++;
  }

  stop(): void {
    this.stopped = true;
  }

  get view(): BotView {
    return this.table?.view() ?? raise('nothing to be done');
  }

  /** Sends the first legal move of any bot. */
  move(): void {
    const { game, bots } = this.view;
    const moves = bots.flatMap(({ seat }) => reach(game, seat)).filter(({ type }) => type === 'move');
    const [first] = moves;
    if (first === undefined || !('seat' in first)) raise('no move');
    else this.table?.act(first);
  }
}

export interface Party {
  readonly place: Place;
  readonly puppets: Puppets;
  readonly host: Visitor;
}

export async function party(bots: number, circumstances: Circumstances = {}): Promise<Party> {
  const puppets = new Puppets();
  const place = await Place.create({ ...circumstances, bots: puppets.hire });
  const host = await place.sit('Ann');
  host.manage({ type: 'seatBot', temper: 'brisk', seats: bots });
  await settled();
  return { place, puppets, host };
}

export async function play({ host }: Party): Promise<void> {
  host.manage({ type: 'begin' });
  host.do({ type: 'start' });
  await settled();
}

export const eventsOf = async (place: Place): Promise<readonly LogEvent[]> => {
  const found = await readAll(place.journal, `table/${CODE}`);
  if (!found.ok) throw new Error('not read');
  return found.entries.flatMap(text => {
    const entry = decodeEntry(text);
    return entry.ok ? entry.value.events : raise(entry.error.why);
  });
};

/** A table with one bot, the host and the player Bo. */
export async function withBo(circumstances: Circumstances = {}): Promise<Party & { readonly bo: Visitor }> {
  const guests = await party(1, circumstances);
  const bo = await guests.place.sit('Bo');
  await play(guests);
  return { ...guests, bo };
}
