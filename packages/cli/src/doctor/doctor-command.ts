/** `hush doctor`: checks everything that a server needs, and prints what is wrong and what to do about it. */
import { type Config, readConfig } from '@hush/server';
import type { Io } from '../io.ts';
import { type Finding, failureFinding } from './finding.ts';
import { checkClock, checkDisk, checkPort, checkSettings } from './machine-checks.ts';
import { checkOrigins, checkVoice } from './way-checks.ts';

export const DOCTOR_USAGE = [
  'usage: hush doctor [--json]',
  '  Checks settings, disk, clock, port, TLS, proxies and voice. Run it as the user of the server and with its settings.',
  '  The exit code is 1 if something is broken.',
].join('\n');

async function examine(config: Config): Promise<readonly Finding[]> {
  return [
    ...checkSettings(config),
    ...(await checkDisk(config.dataDir)),
    ...checkClock(config.dataDir),
    await checkPort(config),
    ...(await checkOrigins(config)),
    ...(await checkVoice(config)),
  ];
}

const LABELS = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' } as const;

function lineOf({ check, level, what, remedy }: Finding): string {
  const line = `${LABELS[level]}  ${check.padEnd(8)}  ${what}`;
  return remedy === undefined ? line : `${line}\n                -> ${remedy}`;
}

export async function doctorCommand(args: readonly string[], io: Io): Promise<number> {
  if (args.some(word => word !== '--json') || args.length > 1) {
    io.complain(DOCTOR_USAGE);
    return 2;
  }
  const config = readConfig(process.env);
  const findings = config.ok
    ? await examine(config.value)
    : config.error.map(why =>
        failureFinding('settings', why, 'Correct it; docs/OPERATING.md lists every setting.'),
      );
  const isWell = findings.every(({ level }) => level !== 'fail');
  io.out(
    args.length > 0
      ? `${JSON.stringify({ ok: isWell, findings }, null, 2)}\n`
      : `${findings.map(lineOf).join('\n')}\n`,
  );
  return isWell ? 0 : 1;
}
