/** Converts schemas of the schema library to JSON Schema (2020-12). An unknown kind of schema is a bug, so it throws. */
import type { JsonSchema } from '@hush/rules';
import type * as v from 'valibot';

/** The JSON Schemas to use for schemas that have a name, and for checks that are functions. */
export type KnownSchemas = ReadonlyMap<unknown, JsonSchema>;

/**
 * The fields of the library's schemas and actions that the conversion reads; the library's own types do not tell which kind
 * has which field.
 */
interface Parts {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Parts>>;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly item?: Parts;
  readonly wrapped?: Parts;
  readonly key?: Parts;
  readonly value?: Parts;
  readonly shapes?: readonly Parts[];
  readonly pipe?: readonly Parts[];
  readonly requirement?: unknown;
}

export const jsonSchemaOf = (schema: v.GenericSchema, known: KnownSchemas): JsonSchema =>
  new Converter(known).convert(schema as unknown as Parts);

/** The JSON Schema of an object that has exactly these fields. */
export const objectSchema = (
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter(name => !optional.includes(name)),
  additionalProperties: false,
});

export const refTo = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });

export const nullOr = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

class Converter {
  readonly #known: KnownSchemas;

  constructor(known: KnownSchemas) {
    this.#known = known;
  }

  convert(parts: Parts): JsonSchema {
    const known = this.#known.get(parts);
    if (known !== undefined) return known;
    if (parts.pipe === undefined) return this.#schema(parts);
    const [first, ...actions] = parts.pipe;
    if (first === undefined) throw new Error('a pipe without a schema');
    const base = this.convert(first);
    return Object.assign({}, base, ...actions.map(action => bound(action, base['type'] === 'array')));
  }

  #schema(parts: Parts): JsonSchema {
    switch (parts.type) {
      case 'string':
      case 'number':
      case 'boolean':
        return { type: parts.type };
      case 'unknown':
        return {};
      case 'literal':
        return { const: parts.literal };
      case 'picklist':
        return { enum: parts.options };
      default:
        return this.#nested(parts);
    }
  }

  #nested(parts: Parts): JsonSchema {
    const { type, item, wrapped, key, value, entries, shapes } = parts;
    if (type === 'strict_object' && entries !== undefined) return this.#object(entries);
    if (type === 'array' && item !== undefined) return { type: 'array', items: this.convert(item) };
    if (type === 'nullable' && wrapped !== undefined) return nullOr(this.convert(wrapped));
    if (type === 'exact_optional' && wrapped !== undefined) return this.convert(wrapped);
    if (type === 'union') return { anyOf: (parts.options ?? []).map(each => this.convert(each as Parts)) };
    if (type === 'lazy' && shapes !== undefined) return { anyOf: shapes.map(shape => this.convert(shape)) };
    if (type === 'record' && key !== undefined && value !== undefined)
      return {
        type: 'object',
        propertyNames: this.convert(key),
        additionalProperties: this.convert(value),
      };
    throw new Error(`a schema of kind ${type} has no JSON Schema: give it one in protocol-schema.ts`);
  }

  #object(entries: Readonly<Record<string, Parts>>): JsonSchema {
    const fields = Object.entries(entries);
    const optional = fields.filter(([, { type }]) => type === 'exact_optional').map(([name]) => name);
    const properties = fields.map(([name, parts]) => [name, this.convert(parts)] as const);
    return objectSchema(Object.fromEntries(properties), optional);
  }
}

/** The part of a JSON schema for one action of a pipe. */
function bound({ type, requirement }: Parts, isList: boolean): JsonSchema {
  switch (type) {
    case 'safe_integer':
      return { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
    case 'finite':
      return {};
    case 'min_value':
      return { minimum: requirement };
    case 'max_value':
      return { maximum: requirement };
    case 'min_length':
      return { [isList ? 'minItems' : 'minLength']: requirement };
    case 'max_length':
      return { [isList ? 'maxItems' : 'maxLength']: requirement };
    case 'regex':
      return { pattern: (requirement as RegExp).source };
    default:
      throw new Error(
        `an action of kind ${type} has no JSON Schema: give its schema one in protocol-schema.ts`,
      );
  }
}
