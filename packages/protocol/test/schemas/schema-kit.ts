/** Validates values with a published JSON Schema, by a library that shares no code with our readers. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { protocolSchema } from '../../src/index.ts';

const validators = new Map<string, ValidateFunction>();
const ajv = new Ajv2020({ strictTypes: false, strictTuples: false, strictRequired: false });
ajv.addSchema(protocolSchema(), 'protocol.json');

/** Returns the validator's error for a value; null if the value is valid. */
export function schemaProblem(name: string, value: unknown): string | null {
  const validate = validators.get(name) ?? ajv.compile({ $ref: `protocol.json#/$defs/${name}` });
  validators.set(name, validate);
  return validate(value) ? null : ajv.errorsText(validate.errors);
}
