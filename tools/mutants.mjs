/**
 * `npm run mutants [words]`: plants one wrong rule at a time into a copy of the rules and sees whether a test that
 * carries a rule's id notices. Prints which test killed which mutant; ends with 1 when one survives.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './fresh.mjs';
import { runMain, SetupError, say } from './report.mjs';
import { setup } from './setup.mjs';

/** @typedef {{ name: string, file: string, from: string, to: string }} Mutant */
/** @typedef {{ assertionResults: readonly { status: string, title: string }[] }} TestFile of vitest's report */

const PLACE = join(ROOT, '.tsbuild/mutants'); // inside the clone, so that installed packages are found from it

/** What somebody could get wrong, each with the words it is made of. @type {readonly Mutant[]} */
const MUTANTS = [
  {
    name: 'a countdown instead of an hourglass (HG-1c)',
    file: 'hourglass.ts',
    from: 'left: glass.capacity - leftAt(glass, at), // HG-1c',
    to: 'left: glass.capacity,',
  },
  {
    name: 'an action at the very instant of the last grain counts (HG-5b)',
    file: 'decide.ts',
    from: 'at >= runsOutAt(game.hourglass)',
    to: 'at > runsOutAt(game.hourglass)',
  },
  {
    name: 'an hourglass space works twice (HG-4a)',
    file: 'consequences.ts',
    from: 'if (isOutOfOrder(game, to)) return [];\n  const turned',
    to: 'const turned',
  },
  {
    name: 'a vortex after the theft (VX-2b)',
    file: 'game.ts',
    from: "action === 'vortex' && (game.theft || game.rules.noVortex)",
    to: "action === 'vortex' && game.rules.noVortex",
  },
  {
    name: 'action tiles passed to the right (SC-3d)',
    file: 'action-tiles.ts',
    from: '(seat + tiles.length - 1) % tiles.length',
    to: '(seat + 1) % tiles.length',
  },
  {
    name: 'heroes pass through each other (BD-1c, MV-2b)',
    file: 'legal.ts',
    from: "if (heroAt(game, next) !== null) return 'occupied'; // BD-1c",
    to: '',
  },
  {
    name: 'everybody fits through the small passages (SC-4a)',
    file: 'legal.ts',
    from: "hero === 'dwarf' && game.rules.dwarfPassages",
    to: 'game.rules.dwarfPassages',
  },
  {
    name: 'any hero switches a camera off (SC-6g)',
    file: 'consequences.ts',
    from: "game.rules.cameras && hero === 'barbarian' && !isOutOfOrder(game, to)",
    to: 'game.rules.cameras && !isOutOfOrder(game, to)',
  },
  {
    name: 'one camera is enough to close the hourglass spaces (SC-6c)',
    file: 'game.ts',
    from: 'workingCameras(game).length >= 2',
    to: 'workingCameras(game).length >= 1',
  },
  {
    name: 'the drawn tile is laid without turning it (EX-2b)',
    file: 'mall.ts',
    from: 'const turn = (side + from.turn) & 3;',
    to: 'const turn = 0;',
  },
  {
    name: 'exploring with another hero at the door (EX-1b)',
    file: 'legal.ts',
    from: 'doorAt(game, cell) === hero',
    to: 'doorAt(game, cell) !== null',
  },
  {
    name: 'a called theft happens by itself (TH-1f)',
    file: 'consequences.ts',
    from: "editionOf(game).theft === 'automatic' && theftInReach(game)",
    to: 'theftInReach(game)',
  },
  {
    name: 'any exit will do (SC-2d)',
    file: 'consequences.ts',
    from: "return game.rules.ownExits ? exit === hero : exit === 'mage';",
    to: 'return true;',
  },
  {
    name: 'talk goes on after the first action (CM-3e)',
    file: 'evolve.ts',
    from: 'talking: false,\n  stack: game.stack,',
    to: 'talking: game.talking,\n  stack: game.stack,',
  },
  {
    name: 'every exploration opens a talk window (SC-4b)',
    file: 'evolve.ts',
    from: "by === 'elf' && game.rules.elfTalk",
    to: 'game.rules.elfTalk',
  },
  {
    name: 'the solo pile is shuffled when it is empty (SO-3a)',
    file: 'decide.ts',
    from: 'order[left === 0 ? 0 : ACTIONS.length - left]',
    to: 'order[left === 0 ? 3 : ACTIONS.length - left]',
  },
  {
    name: 'the same moves are dealt side by side (SU-3f)',
    file: 'action-tiles.ts',
    from: 'pairs.flatMap(first => [first, first + half])',
    to: 'pairs.flatMap(first => [2 * first, 2 * first + 1])',
  },
  {
    name: 'side A of scenario 7 is not marked (SC-7b)',
    file: 'scenario.ts',
    from: 'number === null || number > 7',
    to: 'number === null || number > 6',
  },
];

/** @param {Mutant} mutant */
function plant({ name, file, from, to }) {
  rmSync(PLACE, { recursive: true, force: true });
  for (const part of ['src', 'test', 'package.json']) {
    cpSync(join(ROOT, 'packages/rules', part), join(PLACE, 'packages/rules', part), { recursive: true });
  }
  // The configuration of the tests is found from inside the clone; its set-up file is looked for in the copy.
  cpSync(join(ROOT, 'tools/test/fixed-seed.ts'), join(PLACE, 'tools/test/fixed-seed.ts'));
  const path = join(PLACE, 'packages/rules/src', file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) {
    throw new SetupError(`the mutant '${name}' no longer fits ${file}: adapt tools/mutants.mjs.`);
  }
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
}

/** The rule tests only: laws and counts notice nearly everything, but name no rule. */
const SLOW = [
  '**/laws*.test.ts',
  '**/counts*.test.ts',
  '**/games*.test.ts',
  '**/notation*.test.ts',
  '**/conformance.test.ts',
];

/** @returns {readonly string[]} titles of the tests that failed */
function killers() {
  const report = join(PLACE, 'report.json');
  const args = ['run', '--root', PLACE, '--reporter=json', `--outputFile=${report}`, '--testTimeout=60000'];
  const path = join(ROOT, 'node_modules/vitest/vitest.mjs');
  spawnSync(process.execPath, [path, ...args, ...SLOW.map(glob => `--exclude=${glob}`)], {
    cwd: PLACE,
    stdio: 'ignore',
  });
  const { testResults, numTotalTests } = JSON.parse(readFileSync(report, 'utf8'));
  if (!(numTotalTests > 1000))
    throw new SetupError('the tests of the rules did not run: nothing is known about the mutant.');
  return testResults.flatMap((/** @type {TestFile} */ file) =>
    file.assertionResults.filter(result => result.status === 'failed').map(result => result.title),
  );
}

const CARRIES_ID = /^[A-Z]{2}-\w+/;

/** @param {readonly string[]} words */
async function mutants(words) {
  await setup();
  let survivors = 0;
  for (const mutant of MUTANTS.filter(
    ({ name }) => words.length === 0 || words.some(word => name.includes(word)),
  )) {
    plant(mutant);
    const named = killers().filter(title => CARRIES_ID.test(title));
    if (named.length === 0) survivors++;
    process.stdout.write(`${named.length === 0 ? 'SURVIVED' : 'killed  '}  ${mutant.name}\n`);
    for (const title of named.slice(0, 2)) process.stdout.write(`            by ${title}\n`);
    if (named.length > 2) process.stdout.write(`            and ${named.length - 2} more\n`);
  }
  rmSync(PLACE, { recursive: true, force: true });
  say(survivors === 0 ? 'every wrong rule was noticed' : `${survivors} wrong rules were not noticed`);
  return survivors === 0 ? 0 : 1;
}

await runMain(() => mutants(process.argv.slice(2)));
