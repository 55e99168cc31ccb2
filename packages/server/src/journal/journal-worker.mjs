/**
 * The worker thread of the journal's database, so that the main thread never waits for a disk. It is plain JavaScript,
 * because Node must load it both from the sources and beside a bundle.
 */
import { parentPort } from 'node:worker_threads';
import { makeBackup } from './make-backup.mjs';
import { openStore } from './open.mjs';

/** @import { MessagePort } from 'node:worker_threads' */
/** @import { AppendResult, PurgeResult } from '@hush/protocol' */
/** @import { WriteOutcome, WorkerQuestion, WorkerReply, WorkerRequest, WorkerMessage, WorkerTask, WriteRequest } from './worker-messages.ts' */
/** @import { Opened } from './open.mjs' */

/** Milliseconds from a deletion until the unused parts of pages are overwritten. */
const SCRUB_AFTER = 60_000;
/** Milliseconds between two steps of overwriting, so that commits can run: a gigabyte takes about a minute. */
const SCRUB_PAUSE = 20;
const PACK_PAUSE = 50; // milliseconds between packing one log and the next

/** Handles requests in order. A write is durable before it is answered. */
class Desk {
  /** @type {MessagePort} */ #port;
  /** @type {Opened} */ #opened;
  /** @type {NodeJS.Timeout | undefined} */ #scrub;
  /** @type {NodeJS.Timeout | undefined} */ #pack;

  /** @param {MessagePort} port @param {Opened} opened */
  constructor(port, opened) {
    this.#port = port;
    this.#opened = opened;
    port.on('message', request => this.#take(request));
    // an earlier process did not finish overwriting deleted text
    if (opened.store.isUnclean) this.#scrubLater(SCRUB_AFTER);
    this.#packLater();
  }

  /** @param {WorkerRequest} request */
  #take(request) {
    if (request.type === 'write') return this.#commit(request.writes);
    send(this.#port, { type: 'reply', id: request.id, reply: this.#reply(request.question) });
    if (request.question.type === 'close') this.#port.close();
  }

  /**
   * Overwrites deleted text in steps; one run includes everything that is deleted before the run ends.
   * @param {number} wait
   */
  #scrubLater(wait) {
    this.#scrub ??= setTimeout(() => {
      const { store } = this.#opened;
      this.#scrub = undefined;
      const isDone = store.scrub();
      if (store.failed) return send(this.#port, { type: 'failed', error: store.failed });
      // After an error the next step waits longer: a full disk or a bad sector stays for a while, and trying at once
      // would only keep the disk busy.
      if (store.isUnclean) this.#scrubLater(isDone ? SCRUB_PAUSE : SCRUB_AFTER);
      else this.#tellDamaged();
    }, wait);
  }

  #tellDamaged() {
    const { damagedPages: pages } = this.#opened.store;
    if (pages > 0)
      this.#notice(
        `${pages} pages of the journal are damaged, so that deleted text in them could not be overwritten.`,
      );
  }

  /** @param {string} why */
  #notice(why) {
    send(this.#port, { type: 'notice', why });
  }

  /** Packs one log after the other, with pauses in which commits can run. */
  #packLater() {
    const { store } = this.#opened;
    const wait = store.packIn;
    if (wait === null) return;
    this.#pack ??= setTimeout(() => {
      this.#pack = undefined;
      store.pack();
      store.tidy();
      if (store.failed) return send(this.#port, { type: 'failed', error: store.failed });
      this.#packLater();
    }, wait + PACK_PAUSE);
  }

  /** @param {WorkerQuestion} question @returns {WorkerReply} */
  #reply(question) {
    const { store, release } = this.#opened;
    if (question.type === 'read') return store.read(question.log, question.from);
    if (question.type === 'logs') return store.logs(question.prefix, question.after);
    if (question.type === 'moment') return store.moment(question.log);
    clearTimeout(this.#scrub);
    clearTimeout(this.#pack);
    store.close();
    if (store.isUnclean)
      this.#notice(
        'Copies of deleted text may be left in unused parts of the journal: the next start overwrites them.',
      );
    release();
    return { ok: true };
  }

  /** @param {readonly WriteRequest[]} writes */
  #commit(writes) {
    const { store } = this.#opened;
    const began = performance.now();
    const results = store.write(writes);
    const millis = performance.now() - began;
    if (writes.some(forgets)) store.tidy(); // a purge promises that the deleted bytes are overwritten
    send(this.#port, { type: 'written', outcomes: results.map(outcomeOf), millis });
    store.tidy();
    if (store.isUnclean) this.#scrubLater(SCRUB_AFTER);
    this.#packLater();
    if (store.failed) send(this.#port, { type: 'failed', error: store.failed });
  }
}

/** @param {WriteRequest} request */
const forgets = ({ type }) => type === 'purge' || type === 'compact';

/** @param {AppendResult | PurgeResult} result @returns {WriteOutcome} */
function outcomeOf(result) {
  if (!result.ok) return result;
  return 'version' in result ? result.version : 0;
}

/** @param {MessagePort} port @param {WorkerMessage} message */
const send = (port, message) => port.postMessage(message);

/** @param {MessagePort} port @param {WorkerTask} task */
function run(port, task) {
  if (task.type === 'backup')
    return send(port, { type: 'backup', result: makeBackup(task.dataDir, task.target) });
  const opened = openStore(task.dataDir);
  if (!opened.ok) return send(port, { type: 'refused', error: opened.error });
  new Desk(port, opened);
  send(port, { type: 'opened', loss: opened.loss });
}

const port = parentPort;
if (port === null) throw new Error('This file runs only as a worker thread.');
port.once('message', task => run(port, task));
