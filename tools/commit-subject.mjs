/**
 * The form of a commit subject: `scope: imperative that a search would find`. A test checks every commit since 0.1.0.
 * `git config core.hooksPath tools/hooks` lets git check a subject before it commits.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageNames } from './fresh.mjs';
import { runMain } from './report.mjs';

const SCOPES = [...packageNames(), 'all', 'deploy', 'docs', 'release', 'tests', 'tools'];
/** The longest subject, without the ids of facts in brackets at its end. */
const LONGEST = 80;
const IDS = / \((?:[A-Z]{2}-\w+ ?)+\)$/;

/** Verbs that subjects begin with. A new one is added here in the same commit. */
const VERBS = new Set(
  `accept act add allocate allow announce answer append apply ask assert avoid award bound bring build bundle call carry catch change chain
  check choose clean close collect commit compare complete compute correct count cover crack credit cut deal decide declare define
  delete derive describe document download drain draw drop encode end enforce enter expect explain export extract fail fence find fit fix flush follow format
  forbid generate give go group guard hand handle hide hold import improve include inline install judge keep kill label
  lay leave let lift limit link list load lock log look loop lower make mark measure merge migrate move name negotiate notice number
  offer open order pace pack paint parse pass pause pick pin place plan play post prefer prepare prevent print probe prove publish
  put queue raise read rebuild record reduce refuse rehearse release remember remove rename render repair replace report
  require reset resize resolve restore restrict resume retry return reuse reword rewrite route run save say schedule search seat
  seed send serve set shape share shorten show shrink skip slice sort speak speed spell split stage start state steer stop store
  stream strike support survive switch take teach tell test throttle time tolerate trace translate treat trim turn type unify
  update upgrade use validate verify wait walk warn watch widen work wrap write`.split(/\s+/),
);

/** @param {string} subject @returns {string | null} one sentence, or null for a good subject */
export function subjectProblem(subject) {
  const [, scope = '', verb = '', rest = ''] = /^([a-z]+): (\S+)( .*)?$/.exec(subject) ?? [];
  if (!SCOPES.includes(scope)) return `A subject begins with one of ${SCOPES.join(', ')} and a colon.`;
  if (!VERBS.has(verb))
    return `After the scope comes a verb in the imperative; "${verb}" is not in tools/commit-subject.mjs.`;
  if (rest.trim() === '') return 'The subject says what is changed.';
  const { length } = subject.replace(IDS, '');
  if (length > LONGEST) return `A subject has at most ${LONGEST} characters before its ids, not ${length}.`;
  return subject.endsWith('.') ? 'A subject has no full stop.' : null;
}

/** Runs as git's hook commit-msg: the file with the message is the first argument. */
function main() {
  const [subject = ''] = readFileSync(process.argv[2] ?? '', 'utf8').split('\n');
  const problem = subjectProblem(subject);
  if (problem !== null) process.stderr.write(`${problem}\n`);
  return problem === null ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runMain(async () => main());
