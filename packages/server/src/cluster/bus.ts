/**
 * Messages between nodes for the relay: delivered at most once, in order, by subject. Core NATS implements this
 * interface; tests use another implementation.
 */
import type { Millis } from '@hush/rules';
import { errors, type NatsConnection } from '@nats-io/transport-node';

export interface NodeBus {
  readonly isClosed: boolean;
  publish(subject: string, text: string): void;
  /** Subscribes to a subject; `answer` replies to a request. */
  subscribe(subject: string, hear: (text: string, answer: (text: string) => void) => void): void;
  /** Sends a request; null if nobody listens to the subject or no answer comes in time. */
  ask(subject: string, text: string, within: Millis): Promise<string | null>;
  /** Asks whether anybody listens to the subject; the answer is false only if certainly nobody does. */
  hasListener(subject: string, within: Millis): Promise<boolean>;
}

export const natsBus = (connection: NatsConnection): NodeBus => ({
  get isClosed() {
    return connection.isClosed();
  },
  publish: (subject, text) => connection.publish(subject, text),
  subscribe: (subject, hear) =>
    void connection.subscribe(subject, {
      callback: (_, message) => hear(message.string(), text => void message.respond(text)),
    }),
  ask: async (subject, text, within) => {
    try {
      return (await connection.request(subject, text, { timeout: within })).string();
    } catch {
      return null; // nobody listens to the subject, or no answer came in time
    }
  },
  hasListener: async (subject, within) => {
    try {
      await connection.request(subject, '', { timeout: within });
      return true;
    } catch (error) {
      return !(error instanceof errors.RequestError && error.isNoResponders());
    }
  },
});
