/** A validator that has nothing to do with our readers, for the document that other programs read. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { protocolSchema } from '../../src/index.ts';

const validators = new Map<string, ValidateFunction>();
const ajv = new Ajv2020({ strictTypes: false, strictTuples: false, strictRequired: false });
ajv.addSchema(protocolSchema(), 'protocol.json');

/** What the published schema of that name says against a value; null where it is content. */
export function schemaProblem(name: string, value: unknown): string | null {
  const validate = validators.get(name) ?? ajv.compile({ $ref: `protocol.json#/$defs/${name}` });
  validators.set(name, validate);
  return validate(value) ? null : ajv.errorsText(validate.errors);
}
