/** The files that `hush cluster init` writes: settings for three NATS servers with new keys, and settings of a Hush node. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { err, ok, type Result } from '@hush/rules';
import { nkeys } from '@nats-io/transport-node';
import { makeFolder } from '../runtime/make-folder.mjs';

/** The ports on which a NATS server listens for clients, for other servers and for monitoring. */
interface ServerPlace {
  readonly name: string;
  readonly host: string;
  readonly client: number;
  readonly route: number;
  readonly monitor: number;
}

const CLIENT_PORT = 4_222;
/** The distance from the client port to the ports of other servers and of monitoring, as in NATS's defaults. */
const TO_ROUTE = 2_000;
const TO_MONITOR = 4_000;
const HOST = /^([\w-]+(?:[.][\w-]+)*)(?::(\d{1,5}))?$/;

function placeOf(text: string, at: number): ServerPlace | null {
  const [, host = '', port = String(CLIENT_PORT)] = HOST.exec(text) ?? [];
  const client = Number(port);
  if (host === '' || client < 1 || client + TO_MONITOR > 65_535) return null;
  return { name: `n${at + 1}`, host, client, route: client + TO_ROUTE, monitor: client + TO_MONITOR };
}

interface Keys {
  readonly hush: string;
  readonly system: string;
}

function serverFile(own: ServerPlace, all: readonly ServerPlace[], keys: Keys): string {
  const routes = all.map(({ host, route }) => `"nats://${host}:${route}"`).join(', ');
  return [
    `# NATS server ${own.name} of a Hush cluster. Only the machines of the cluster may reach these ports.`,
    `server_name: ${own.name}`,
    `listen: "${own.host}:${own.client}"`,
    `http: "127.0.0.1:${own.monitor}"`,
    '# sync_interval: always writes every message to the disk before it counts. Hush refuses anything else.',
    `jetstream { store_dir: "${own.name}-store", max_file: 50G, sync_interval: always }`,
    `cluster { name: hush, listen: "${own.host}:${own.route}", no_advertise: true, routes: [${routes}] }`,
    '# For a network that you do not trust add tls { cert_file, key_file, ca_file, verify: true } here and inside cluster,',
    '# write tls:// instead of nats:// in HUSH_JOURNAL, and set HUSH_NATS_CA, HUSH_NATS_CERT and HUSH_NATS_KEY.',
    'accounts {',
    '  HUSH: {',
    '    jetstream: enabled',
    `    users: [ { nkey: ${keys.hush}, permissions: { publish: ["hush.>", "$JS.API.>", "_INBOX.>"], subscribe: ["hush.>", "_INBOX.>"] } } ]`,
    '  }',
    `  SYS: { users: [ { nkey: ${keys.system} } ] }`,
    '}',
    'system_account: SYS',
    '',
  ].join('\n');
}

function nodeFile(all: readonly ServerPlace[]): string {
  return [
    '# Settings of every Hush node. HUSH_NODE differs from node to node; by default it is the host name and a few letters.',
    `HUSH_JOURNAL=${all.map(({ host, client }) => `nats://${host}:${client}`).join(',')}`,
    'HUSH_NATS_CREDS=/etc/hush/hush.seed',
    '',
  ].join('\n');
}

/**
 * Writes the files into a new or empty folder and returns their names; otherwise writes nothing and returns a sentence with
 * the reason.
 */
export function writeServerFiles(
  folder: string,
  hosts: readonly string[],
): Result<readonly string[], string> {
  const places = hosts.map(placeOf);
  const all = places.filter(place => place !== null);
  const wrong = hosts.find((_, at) => places[at] === null);
  if (wrong !== undefined)
    return err(
      `${JSON.stringify(wrong)} is not a host name with an optional port, such as n1.example.net or 10.0.0.1:4222.`,
    );
  if (all.length !== 3 && all.length !== 5) return err('A cluster has three NATS servers, or five.');
  if (new Set(all.map(({ host, client }) => `${host}:${client}`)).size < all.length)
    return err('Each NATS server needs a machine of its own, or at least a port of its own.');
  if (existsSync(folder) && readdirSync(folder).length > 0)
    return err(`${folder} is not empty, and nothing is ever overwritten.`);
  const [hush, system] = [nkeys.createUser(), nkeys.createUser()];
  const keys = { hush: hush.getPublicKey(), system: system.getPublicKey() };
  const files: readonly (readonly [string, string])[] = [
    ...all.map(place => [`${place.name}.conf`, serverFile(place, all, keys)] as const),
    ['hush.env', nodeFile(all)],
    ['hush.seed', `${new TextDecoder().decode(hush.getSeed())}\n`],
    ['system.seed', `${new TextDecoder().decode(system.getSeed())}\n`],
  ];
  try {
    makeFolder(folder, 0o777);
    // Seeds are private keys, so no other user of the machine may read them.
    for (const [name, text] of files) writeFileSync(join(folder, name), text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    return err(`${folder} cannot be written to: ${error instanceof Error ? error.message : error}.`);
  }
  return ok(files.map(([name]) => name));
}
