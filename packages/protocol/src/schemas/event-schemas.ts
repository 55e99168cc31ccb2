/** JSON Schemas of events in both forms: as objects in a log, and as lists on the wire. */
import { EVENT_CHECKS, type EventType, type JsonSchema } from '@hush/rules';
import { LONGEST_DELAY } from '../commands/table-command.ts';
import { TEMPERS } from '../commands/tempers.ts';
import { GAME_FIELDS, TABLE_FIELDS } from '../messages/entry.ts';
import type { TableEvent } from '../state/table-state.ts';
import { objectSchema, refTo } from './json-schema.ts';

type FieldSchemas = Readonly<Record<string, JsonSchema>>;
type FieldsOf<T extends TableEvent['type']> = Exclude<
  keyof Extract<TableEvent, { readonly type: T }>,
  'type'
>;

const MEMBER: JsonSchema = { type: 'integer', minimum: 1 };
const YES_OR_NO: JsonSchema = { type: 'boolean' };
const WISH = refTo('wish');

/** A moment of game time. */
const MOMENT: JsonSchema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

const TABLE_EVENT_FIELDS: {
  readonly [T in TableEvent['type']]: Readonly<Record<FieldsOf<T>, JsonSchema>>;
} = {
  tableOpened: { wish: WISH, vocabulary: { type: 'integer', minimum: 1 } },
  memberJoined: {
    member: MEMBER,
    seat: { type: 'integer', minimum: 0, maximum: 8 },
    key: { type: 'string', pattern: '^(?:[0-9a-f]{32})?$' },
    bot: { enum: TEMPERS },
  },
  memberLeft: { member: MEMBER, kicked: YES_OR_NO },
  memberReady: { member: MEMBER, ready: YES_OR_NO },
  hostNamed: { member: MEMBER },
  tableLocked: { locked: YES_OR_NO },
  wishChanged: { wish: WISH },
  seatsClosed: { seats: { type: 'array', items: MEMBER } },
  gameAbandoned: {},
  memberMuted: { member: MEMBER, muted: YES_OR_NO },
  botSatIn: { member: MEMBER },
  botStoodUp: { member: MEMBER },
  sitInAllowed: { allowed: YES_OR_NO },
  spectatorsAllowed: { allowed: YES_OR_NO },
  spectatorsDelayed: { seconds: { type: 'integer', minimum: 0, maximum: LONGEST_DELAY } },
  programSeated: { member: MEMBER },
  programsAllowed: { allowed: YES_OR_NO },
  consentGiven: { member: MEMBER, given: YES_OR_NO },
  entriesLost: { count: { type: 'integer', minimum: 1 } },
};

/** The fields that a table event may leave out; they are always its last ones. */
const OPTIONAL: { readonly [T in TableEvent['type']]?: readonly FieldsOf<T>[] } = {
  tableOpened: ['vocabulary'],
  memberJoined: ['bot'],
};

const gameFieldsOf = (type: EventType): FieldSchemas =>
  Object.fromEntries(Object.entries(EVENT_CHECKS[type]).map(([field, { schema }]) => [field, schema]));

const GAME_TYPES = Object.keys(GAME_FIELDS) as readonly EventType[];
const TABLE_TYPES = Object.keys(TABLE_FIELDS) as readonly TableEvent['type'][];

const typed = (type: string): JsonSchema => ({ const: type });

/** Game events as objects, as `hush referee` prints them and `hush verify` reads them. */
export const gameEventSchema = (): JsonSchema => ({
  anyOf: GAME_TYPES.map(type => objectSchema({ type: typed(type), at: MOMENT, ...gameFieldsOf(type) })),
});

export const tableEventSchema = (): JsonSchema => ({
  anyOf: TABLE_TYPES.map(type =>
    objectSchema({ type: typed(type), ...TABLE_EVENT_FIELDS[type] }, OPTIONAL[type]),
  ),
});

/** Events as lists, as `news` and `entries` send them. */
export const wireEventSchema = (): JsonSchema => ({
  anyOf: [
    ...GAME_TYPES.map(type =>
      listSchema([typed(type), MOMENT, ...inOrder(GAME_FIELDS[type], gameFieldsOf(type))]),
    ),
    ...TABLE_TYPES.map(type => {
      const fields = inOrder(TABLE_FIELDS[type], TABLE_EVENT_FIELDS[type]);
      return listSchema([typed(type), ...fields], OPTIONAL[type]?.length);
    }),
  ],
});

function inOrder(names: readonly string[], schemas: FieldSchemas): readonly JsonSchema[] {
  return names.map(name => {
    const schema = schemas[name];
    if (schema === undefined) throw new Error(`the field ${name} has no schema`);
    return schema;
  });
}

const listSchema = (items: readonly JsonSchema[], optional = 0): JsonSchema => ({
  type: 'array',
  prefixItems: items,
  items: false,
  minItems: items.length - optional,
});
