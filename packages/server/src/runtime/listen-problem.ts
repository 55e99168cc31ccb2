/** Why the server cannot listen, in one sentence. */
import type { Config } from './config.ts';

const unknownHost = ({ host }: Config): string =>
  `HOST ${JSON.stringify(host)} cannot be found: set it to an address of this machine, or leave it out.`;

const LISTEN_PROBLEMS: Readonly<Record<string, (config: Config) => string>> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is taken by another program: stop that program, or set PORT to another number.`,
  EACCES: ({ port }) => `Port ${port} may not be used by this account: set PORT to a number above 1023.`,
  EADDRNOTAVAIL: ({ host }) =>
    `${host} is not an address of this machine: set HOST to one that is, or leave it out.`,
  EAI_AGAIN: unknownHost,
  ENOTFOUND: unknownHost,
};

/** A sentence for an error of `listen`; any other error is thrown again. */
export function listenProblem(error: unknown, config: Config): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const say = LISTEN_PROBLEMS[code];
  if (say === undefined) throw error;
  return say(config);
}
