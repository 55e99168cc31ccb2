/** The bots of a simulation: whenever bots may act, these send a random legal command. */
import type { Command, Seat } from '@hush/rules';
import type { BotPlayers, BotTable } from '../../src/index.ts';
import { somethingLegal } from '../table/table-kit.ts';
import { Chance } from './chance.ts';

const BETWEEN = 180;

export class WildCrew implements BotPlayers {
  readonly #table: BotTable;
  readonly #chance: Chance;
  #cancel: (() => void) | null = null;

  constructor(table: BotTable, seed: number) {
    this.#table = table;
    this.#chance = new Chance(seed);
  }

  look(): void {
    this.#cancel ??= this.#table.later(this.#chance.wait(BETWEEN), () => {
      this.#cancel = null;
      this.#act();
    });
  }

  stop(): void {
    this.#cancel?.();
  }

  #act(): void {
    const view = this.#table.view();
    if (view === null) return;
    const seat = this.#chance.pick(view.bots)?.seat ?? 0;
    const command = somethingLegal(view.game, seat, this.#chance);
    if (command === undefined) this.look();
    else this.#table.act({ ...command, seat } as Command & { readonly seat: Seat });
  }
}
