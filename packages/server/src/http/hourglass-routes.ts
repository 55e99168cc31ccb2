/** `/api/hourglass/CODE`: ask for an hourglass, wait for news of it, tell how it is. No account, no journal. */
import type { IncomingMessage } from 'node:http';
import { isHourglassCode, readSharedHourglass, type SharedHourglass } from '@hush/protocol';
import { AddressLimit, type WrongCodes } from '../limits/address-limits.ts';
import { isOriginAllowed } from '../limits/client-address.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Config } from '../runtime/config.ts';
import { Hourglasses } from '../stores/shared-hourglasses.ts';
import { jsonError, jsonReply, type Reply } from './reply.ts';
import { readBody } from './request.ts';

export const HOURGLASS_PATH = '/api/hourglass/';

const LARGEST = 512;
/** New hourglasses of one address; after a restart of the server everybody's come back at once. */
const CREATIONS = { burst: 60, perSecond: 60 / 3600 };

interface Needs {
  readonly config: Config;
  readonly clock: Clock;
  readonly guesses: WrongCodes;
}

type TooMany = (scope: string, seconds: number) => Reply;

export class HourglassRoutes {
  readonly #needs: Needs;
  readonly #tooMany: TooMany;
  readonly #glasses: Hourglasses;
  readonly #creations: AddressLimit;

  constructor(needs: Needs, tooMany: TooMany) {
    this.#needs = needs;
    this.#tooMany = tooMany;
    this.#glasses = new Hourglasses(needs.clock);
    this.#creations = new AddressLimit(CREATIONS, () => needs.clock.now());
  }

  answer(request: IncomingMessage, path: string, address: string): Reply | Promise<Reply> {
    const code = path.slice(HOURGLASS_PATH.length).toUpperCase();
    if (!isHourglassCode(code)) return jsonError('unknown', 'That is no code of an hourglass.');
    if (request.method === 'PUT') return this.#put(request, code, address);
    if (request.method === 'GET') return this.#get(request, code, address);
    return jsonError('method', 'Only GET and PUT are possible here.', { allow: 'GET, PUT' });
  }

  async #get(request: IncomingMessage, code: string, address: string): Promise<Reply> {
    const { guesses } = this.#needs;
    if (!this.#glasses.has(code)) {
      if (!guesses.mayTry(address)) return this.#tooMany('misses', guesses.wait(address) / 1000);
      guesses.missed(address);
      return jsonError('unknown', 'There is no such hourglass.');
    }
    const tag = new URLSearchParams((request.url ?? '').split('?', 2)[1]).get('after');
    const glass = tag === null ? this.#glasses.look(code) : await this.#news(request, code, tag);
    return glass === undefined ? this.#tooMany('hourglasses', 10) : shown(glass);
  }

  /** Whoever hangs up waits no longer. */
  async #news({ socket }: IncomingMessage, code: string, tag: string): Promise<SharedHourglass | undefined> {
    let hungUp = (): void => undefined;
    try {
      return await this.#glasses.news(code, tag, hangUp => {
        hungUp = hangUp;
        socket.once('close', hungUp);
      });
    } finally {
      socket.off('close', hungUp);
    }
  }

  async #put(request: IncomingMessage, code: string, address: string): Promise<Reply> {
    if (!isOriginAllowed(request, this.#needs.config.origins))
      return jsonError('origin', 'Pages from elsewhere may not turn hourglasses here.');
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
      return jsonError('not-json', 'An hourglass comes as application/json.');
    const body = await readBody(request, LARGEST);
    if (body === null)
      return jsonError('too-big', `An hourglass has at most ${LARGEST} bytes.`, { connection: 'close' });
    const read = readSharedHourglass(parsed(body));
    if (!read.ok) return jsonError('malformed', read.error);
    if (!this.#glasses.has(code) && !this.#creations.take(address))
      return this.#tooMany('creations', this.#creations.wait(address) / 1000);
    if (this.#glasses.put(code, read.value) === 'full')
      return jsonError('no-room', 'There is no room for another hourglass; please try again later.');
    return shown(this.#glasses.look(code) ?? read.value);
  }
}

const shown = (glass: SharedHourglass): Reply => jsonReply(200, { ...glass, left: Math.round(glass.left) });

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
