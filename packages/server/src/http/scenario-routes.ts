/** `/api/scenarios`: a scenario of one's own is judged, kept and given a code; whoever has the code gets it. */
import type { IncomingMessage } from 'node:http';
import { isSheetCode, readSheetText, sheetFault } from '@hush/protocol';
import { AddressLimit, type WrongCodes } from '../limits/address-limits.ts';
import { isOriginAllowed } from '../limits/client-address.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Config } from '../runtime/config.ts';
import type { NoScenario, Scenarios } from '../stores/scenario-store.ts';
import { jsonError, jsonProblem, jsonReply, type Reply } from './reply.ts';
import { readBody } from './request.ts';

const PATH = /^\/api\/scenarios(?:\/(\w{1,40}))?$/;
/** As much as a table's wish may have, which a scenario must become. */
const LARGEST = 64 * 1024;
const HOUR = 3600;

interface Needs {
  readonly config: Config;
  readonly clock: Clock;
  readonly guesses: WrongCodes;
  readonly scenarios: Scenarios;
}

type TooMany = (scope: string, seconds: number) => Reply;

export class ScenarioRoutes {
  readonly #needs: Needs;
  readonly #tooMany: TooMany;
  readonly #creations: AddressLimit;

  constructor(needs: Needs, tooMany: TooMany) {
    const { tablesPerHour } = needs.config.limits;
    this.#needs = needs;
    this.#tooMany = tooMany;
    this.#creations = new AddressLimit({ burst: tablesPerHour, perSecond: tablesPerHour / HOUR }, () =>
      needs.clock.now(),
    );
  }

  /** Null where the path is none of ours. */
  answer(request: IncomingMessage, path: string, address: string): Promise<Reply> | Reply | null {
    const found = PATH.exec(path);
    if (found === null) return null;
    const [, code] = found;
    if (code === undefined)
      return request.method === 'POST' ? this.#keep(request, address) : notAllowed('POST');
    return request.method === 'GET' ? this.#show(code.toUpperCase(), address) : notAllowed('GET');
  }

  async #keep(request: IncomingMessage, address: string): Promise<Reply> {
    const { config, scenarios } = this.#needs;
    if (!isOriginAllowed(request, config.origins))
      return jsonError('origin', 'Pages from elsewhere may not share scenarios here.');
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
      return jsonError('not-json', 'A scenario comes as application/json.');
    const body = await readBody(request, LARGEST);
    if (body === null)
      return jsonError('too-big', `A scenario has at most ${LARGEST} bytes.`, { connection: 'close' });
    const sheet = readSheetText(body);
    if (!sheet.ok) return jsonProblem('malformed', sheet.error);
    if (!this.#creations.take(address))
      // also for one that cannot be played: finding out costs the most
      return this.#tooMany('creations', this.#creations.wait(address) / 1000);
    const fault = sheetFault(sheet.value);
    if (fault !== null) return jsonProblem('bad-setup', fault);
    const kept = await scenarios.keep(sheet.value);
    return kept.ok
      ? jsonReply(201, { code: kept.value }, { location: `/s/${kept.value}` })
      : whyNot(kept.error);
  }

  async #show(code: string, address: string): Promise<Reply> {
    const { guesses, scenarios } = this.#needs;
    if (!guesses.mayTry(address)) return this.#tooMany('misses', guesses.wait(address) / 1000);
    if (!isSheetCode(code)) return whyNot('unknown');
    const found = await scenarios.find(code);
    if (found.ok) return jsonReply(200, found.value);
    if (found.error === 'unknown') guesses.missed(address);
    return whyNot(found.error);
  }
}

const SOON = { 'retry-after': '5' };

function whyNot(why: NoScenario): Reply {
  if (why === 'unknown') return jsonError('unknown', 'There is no such scenario.');
  return why === 'damaged'
    ? jsonError('quarantined', 'This scenario is damaged and has been set aside.')
    : jsonError('unavailable', 'The server cannot look right now; please try again.', SOON);
}

const notAllowed = (allow: string): Reply =>
  jsonError('method', `Only ${allow} is possible here.`, { allow });
