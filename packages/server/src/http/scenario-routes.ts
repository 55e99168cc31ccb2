/** `/api/scenarios`: POST checks and stores a player's own scenario and answers with its code; GET returns it by its code. */
import { isCode, readSheetText, sheetProblem } from '@hush/protocol';
import type { LookupError } from '../stores/lookup-error.ts';
import { jsonError, jsonProblem, jsonReply, type Reply } from './reply.ts';
import { readJsonBody } from './request.ts';
import {
  exactly,
  type HttpRoute,
  type HttpWorld,
  hourlyLimit,
  RETRY_SOON,
  type RouteAnswer,
  refuseGuess,
} from './router.ts';

/** The largest accepted body, the same as for a table's wish. */
const LARGEST = 64 * 1024;

export const scenarioRoutes = (world: HttpWorld): readonly HttpRoute[] => [
  { path: exactly('/api/scenarios'), methods: { POST: storingScenarios(world) } },
  {
    path: /^\/api\/scenarios\/(\w{1,40})$/,
    methods: { GET: ({ params: [code = ''], address }) => findScenario(world, code.toUpperCase(), address) },
  },
];

function storingScenarios(world: HttpWorld): RouteAnswer {
  const creations = hourlyLimit(world, 'creations');
  return async ({ request, address }) => {
    const body = await readJsonBody(request, world.config.origins, LARGEST);
    if (!body.ok) return body.error;
    const sheet = readSheetText(body.value);
    if (!sheet.ok) return jsonProblem('malformed', sheet.error);
    // Scenarios that cannot be played count for the limit, too, because checking them is expensive.
    const refused = creations.refuse(address);
    if (refused !== null) return refused;
    const problem = sheetProblem(sheet.value);
    if (problem !== null) return jsonProblem('bad-setup', problem);
    const kept = await world.scenarios.keep(sheet.value);
    return kept.ok
      ? jsonReply(201, { code: kept.value }, { location: `/s/${kept.value}` })
      : noScenario(kept.error);
  };
}

async function findScenario(world: HttpWorld, code: string, address: string): Promise<Reply> {
  const refused = refuseGuess(world, address);
  if (refused !== null) return refused;
  if (!isCode('scenario', code)) return noScenario('unknown');
  const found = await world.scenarios.find(code);
  const late = refuseGuess(world, address);
  if (late !== null) return late;
  if (found.ok) return jsonReply(200, found.value);
  if (found.error === 'unknown') world.wrongCodes.missed(address);
  return noScenario(found.error);
}

function noScenario(why: LookupError): Reply {
  if (why === 'unknown') return jsonError('unknown', 'There is no such scenario.');
  return why === 'quarantined'
    ? jsonError('quarantined', 'This scenario is damaged and has been set aside.')
    : jsonError('unavailable', 'The server cannot look that up right now; please try again.', RETRY_SOON);
}
