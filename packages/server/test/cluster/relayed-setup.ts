/** Makes a test file of the protocol run with a relay between its clients and their tables. */
import { afterAll } from 'vitest';
import { putBetween } from '../../../protocol/test/table/table-kit.ts';
import { Relay } from './relayed-kit.ts';

putBetween(table => Relay.open(table));
afterAll(() => putBetween(null));
