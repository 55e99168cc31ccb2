/** Requests to the server from which this page came. A failure is returned as a value; nothing here throws. */
import type { HttpRefusal } from '@hush/protocol';
import { err, ok, type Result } from '@hush/rules';

export interface RequestError {
  /**
   * Why a request failed. `unreachable`: no answer, or an answer that is not from our server. `other`: refused without a
   * code.
   */
  readonly code: HttpRefusal | 'unreachable' | 'other';
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** The problem of the input, if the server named one. */
  readonly problem?: unknown;
}

interface Options {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The secret of a crew, sent as a bearer token. */
  readonly secret?: string | null;
  /** The body as JSON text. */
  readonly body?: string;
}

const TOO_MANY = 429;

interface Refused {
  /** A code of a newer server may be unknown here; every caller has a general sentence for it. */
  readonly error?: HttpRefusal;
  readonly problem?: unknown;
}

/** The error of an answer. A proxy does not send our codes, so of its answers only status 429 is understood. */
async function errorOf(answer: Response): Promise<RequestError> {
  const { status } = answer;
  try {
    const { error, problem } = (await answer.json()) as Refused;
    return { code: error ?? (status === TOO_MANY ? 'too-many' : 'other'), status, problem };
  } catch {
    return { code: status === TOO_MANY ? 'too-many' : 'unreachable', status };
  }
}

async function ask<T>(
  path: string,
  { method = 'GET', secret = null, body }: Options,
  read: (answer: Response) => Promise<T>,
): Promise<Result<T, RequestError>> {
  try {
    const answer = await fetch(path, {
      method,
      headers: {
        ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    return answer.ok ? ok(await read(answer)) : err(await errorOf(answer));
  } catch {
    return err({ code: 'unreachable', status: 0 });
  }
}

/** Parses the answer as JSON. It comes from our own server, so its shape is trusted. */
export const request = <T>(path: string, options: Options = {}): Promise<Result<T, RequestError>> =>
  ask(path, options, async answer => (await answer.json()) as T);

export const requestText = (path: string): Promise<Result<string, RequestError>> =>
  ask(path, {}, answer => answer.text());
