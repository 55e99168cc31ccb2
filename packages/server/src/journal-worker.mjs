/**
 * The thread in which the journal's database lives, so that the thread which serves players never waits for
 * a disk. Whatever is asked while a commit runs, or in the short pause after it, is written by the next one.
 * Plain JavaScript, because Node must be able to load it as it is, from the sources as well as beside a
 * bundle.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { makeBackup } from './journal-backup.mjs';
import { openStore } from './journal-open.mjs';

/** @import { MessagePort } from 'node:worker_threads' */
/** @import { Answer, Request, WorkerMessage, WorkerTask, WriteRequest } from './journal-messages.ts' */
/** @import { Opened } from './journal-open.mjs' */

/**
 * From the beginning of one commit to the beginning of the next, at least. A lone write never waits; under
 * load a few milliseconds that nobody notices halve the work of the disk and of both threads (ADR 5).
 */
const BEAT_MS = 4;

/** Takes requests from the port, answers reads at once and writes when they are durable. */
class Desk {
  /** @type {MessagePort} */ #port;
  /** @type {Opened} */ #opened;
  /** @type {WriteRequest[]} */ #writes = [];
  /** @type {NodeJS.Timeout | undefined} */ #beat;
  #lastCommit = Number.NEGATIVE_INFINITY;

  /** @param {MessagePort} port @param {Opened} opened */
  constructor(port, opened) {
    this.#port = port;
    this.#opened = opened;
    port.on('message', first => this.#take(allAsked(first, port)));
  }

  /** @param {readonly Request[]} requests */
  #take(requests) {
    const { store } = this.#opened;
    /** @type {[number, Answer][]} */
    const answers = [];
    for (const request of requests) {
      if (request.type === 'read') answers.push([request.id, store.read(request.log, request.from)]);
      else if (request.type === 'logs') answers.push([request.id, store.logs(request.prefix)]);
      else if (request.type !== 'close') this.#writes.push(request);
    }
    if (answers.length > 0) send(this.#port, { type: 'answers', answers });
    const closing = requests.find(({ type }) => type === 'close');
    if (closing) this.#close(closing.id);
    if (this.#writes.length === 0 || this.#beat) return;
    const wait = this.#lastCommit + BEAT_MS - performance.now();
    if (wait <= 0) this.#commit();
    else this.#beat = setTimeout(() => this.#commit(), wait);
  }

  #commit() {
    const { store } = this.#opened;
    const writes = this.#writes;
    this.#writes = [];
    this.#beat = undefined;
    this.#lastCommit = performance.now();
    const results = store.write(writes);
    const millis = performance.now() - this.#lastCommit;
    if (writes.some(({ type }) => type === 'purge')) store.tidy(); // purged is promised to mean gone
    const answers = writes.flatMap(({ id }, i) =>
      results[i] ? [/** @type {const} */ ([id, results[i]])] : [],
    );
    send(this.#port, { type: 'answers', answers, commit: { writes: writes.length, millis } });
    store.tidy();
    if (store.failed) send(this.#port, { type: 'failed', error: store.failed });
  }

  /** @param {number} id */
  #close(id) {
    clearTimeout(this.#beat);
    if (this.#writes.length > 0) this.#commit();
    this.#opened.store.close();
    this.#opened.release();
    send(this.#port, { type: 'answers', answers: [[id, { ok: true }]] });
    this.#port.close();
  }
}

/** @param {MessagePort} port @param {WorkerMessage} message */
const send = (port, message) => port.postMessage(message);

/** What has arrived, in order. @param {readonly Request[]} first @param {MessagePort} port */
function allAsked(first, port) {
  const requests = [...first];
  for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port))
    requests.push(...more.message);
  return requests;
}

/** @param {MessagePort} port @param {WorkerTask} task */
function run(port, task) {
  if (task.type === 'backup')
    return send(port, { type: 'backup', result: makeBackup(task.dataDir, task.target) });
  const opened = openStore(task.dataDir);
  if (!opened.ok) return send(port, { type: 'refused', error: opened.error });
  new Desk(port, opened);
  send(port, { type: 'opened', loss: opened.loss });
}

if (parentPort === null) throw new Error('journal-worker runs as a worker only');
run(parentPort, workerData);
