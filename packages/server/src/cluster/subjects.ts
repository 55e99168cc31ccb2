/**
 * The names of subjects and streams. The log `table/B7K…` is the subject `hush.j.table.B.table.B7K…`: kind and first letter
 * come before the name, so that the server lists the logs of one letter without reading the others, and the letters in order
 * give the names in order.
 */

/** The version of this naming scheme. A cluster with another version is not opened. */
export const LAYOUT = 1;

/** The default prefix of all subjects and streams of a cluster. */
export const SPACE = 'hush';

const NO_PART = '_';

/** The names that one cluster uses in a NATS account; tests use several clusters in one account. */
export class Subjects {
  readonly space: string;
  /** The stream of all logs. */
  readonly logStream: string;
  /** The stream of the moments of the sand. */
  readonly momentStream: string;

  constructor(space: string) {
    this.space = space;
    this.logStream = `${space.toUpperCase()}_LOGS`;
    this.momentStream = `${space.toUpperCase()}_MOMENTS`;
  }

  of(log: string): string {
    return `${this.space}.j.${bucketOf(log)}.${log.replaceAll('/', '.')}`;
  }

  /** The subject on which the stream republishes the stored messages of a log. */
  newsOf(log: string): string {
    return `${this.space}.n.${bucketOf(log)}.${log.replaceAll('/', '.')}`;
  }

  /** The log of a subject in the stream. */
  logOf(subject: string): string {
    let start = 0;
    for (let part = 0; part < BUCKET_END; part++) start = subject.indexOf('.', start) + 1;
    return subject.slice(start).replaceAll('.', '/');
  }

  /** A pattern that matches the logs of one kind whose second part begins with this letter. */
  bucket(kind: string, letter: string): string {
    return `${this.space}.j.${kind}.${letter}.>`;
  }

  get logs(): string {
    return `${this.space}.j.>`;
  }

  get news(): string {
    return `${this.space}.n.>`;
  }

  /** The subject of a test message that shows whether the stream accepts writes. */
  probe(node: string): string {
    return `${this.space}.probe.${node}`;
  }

  get moments(): string {
    return `${this.space}.m.>`;
  }

  /** The subject of the moments of a node's tables; a list that is too long for one message has several parts. */
  nodeMoments(node: string, part: number): string {
    return `${this.space}.m.n.${node}.${part}`;
  }

  get allNodeMoments(): string {
    return `${this.space}.m.n.>`;
  }

  /** The subject of the last moment of a table that no node runs any more. */
  restingMoment(log: string): string {
    return `${this.space}.m.t.${log.replaceAll('/', '.')}`;
  }
}

const BUCKET_END = 4;

function bucketOf(log: string): string {
  const [kind = '', second] = log.split('/');
  return `${kind}.${second?.[0] ?? NO_PART}`;
}
