/** Fixed deals: the deal of a heist, and the deal of a recorded game that is played again. */
import { type TableWish, wishBehind } from '@hush/protocol';
import { parseRecord } from '@hush/rules';
import { requestText } from '../device/http.ts';
import { readDeal } from './heist-api.ts';

/** Returns null if the server does not publish the deal of that day. */
export async function dealOfHeist(day: string): Promise<TableWish | null> {
  const deal = await readDeal(day);
  return deal.ok ? { scenario: deal.value.scenario, heist: day, seed: deal.value.seed } : null;
}

/** Returns null if the record cannot be fetched or read, or if its deal cannot be repeated. */
export async function dealOfRecord(record: string): Promise<TableWish | null> {
  const text = await requestText(record);
  const events = text.ok ? parseRecord(text.value) : null;
  return events?.ok === true ? wishBehind(events.value) : null;
}
