/** Messages between nodes as the relay needs them: at most once, in order, by subject. Core NATS is one; tests have another. */
import type { Millis } from '@hush/rules';
import type { NatsConnection } from '@nats-io/transport-node';

export interface NodeBus {
  readonly isClosed: boolean;
  publish(subject: string, text: string): void;
  /** `answer` is for questions. */
  subscribe(subject: string, hear: (text: string, answer: (text: string) => void) => void): void;
  /** Null where nobody listens to the subject, or no answer comes in time. */
  ask(subject: string, text: string, within: Millis): Promise<string | null>;
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
      return null; // nobody listens, or it takes too long
    }
  },
});
