/**
 * The addresses under which other devices reach this server, best first: they are printed, drawn as a QR code and
 * sent to the page. A page that was opened as `localhost` cannot find them by itself, and a phone cannot use that
 * name.
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** The type of the result of `os.networkInterfaces`. */
export type NetworkInterfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/** The settings that determine the server's addresses. */
export interface ListenSettings {
  readonly port: number;
  /** The address to listen on; undefined means every address of the machine. */
  readonly host: string | undefined;
  /** The origins of `HUSH_ORIGINS`; if they are set, they are the addresses. */
  readonly origins: readonly string[];
}

const EVERY_IPV4 = '0.0.0.0';
const EVERYWHERE: readonly (string | undefined)[] = [undefined, '::', EVERY_IPV4];

/** Networks that containers and virtual machines create for themselves; no phone is in them. */
const VIRTUAL = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|cni|podman|lxc|lxd|flannel|cali)/;

const PRIVATE = new BlockList();
PRIVATE.addSubnet('10.0.0.0', 8, 'ipv4');
PRIVATE.addSubnet('172.16.0.0', 12, 'ipv4');
PRIVATE.addSubnet('192.168.0.0', 16, 'ipv4');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');

const LINK_LOCAL = new BlockList();
LINK_LOCAL.addSubnet('169.254.0.0', 16, 'ipv4');
LINK_LOCAL.addSubnet('fe80::', 10, 'ipv6');

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

const isLocal = (host: string): boolean => host === 'localhost' || isIn(LOOPBACK, host);

const plain = (address: string): string => address.replace(/^::ffff:(?=\d+[.])/i, '').replace(/%.*$/, '');

function isIn(list: BlockList, address: string): boolean {
  const bare = plain(address);
  if (isIPv4(bare)) return list.check(bare, 'ipv4');
  return isIPv6(bare) && list.check(bare, 'ipv6');
}

/** Whether an address is local or in a private network; such clients may be told private addresses. */
export const isNearby = (address: string): boolean =>
  [LOOPBACK, PRIVATE, LINK_LOCAL].some(list => isIn(list, address));

/**
 * The rank of an address; lower is better: home networks first, then public addresses, networks of virtual machines
 * last.
 */
function rankOf(address: string, network: string): number {
  if (VIRTUAL.test(network)) return 2;
  return isIn(PRIVATE, address) ? 0 : 1;
}

/** The machine's addresses that other devices may reach, best first; IPv6 addresses only if there are no others. */
function machineAddresses(interfaces: NetworkInterfaces): readonly string[] {
  const all = Object.entries(interfaces)
    .flatMap(([network, list]) =>
      (list ?? []).map(info => ({ ...info, rank: rankOf(info.address, network) })),
    )
    .filter(({ internal, address }) => !internal && !isIn(LINK_LOCAL, address))
    .sort((a, b) => a.rank - b.rank)
    .map(({ address }) => address);
  const short = all.filter(isIPv4);
  return short.length > 0 ? short : all;
}

/** An IPv6 address needs brackets in a URL. */
const urlOf = (host: string, port: number): string =>
  `http://${isIPv6(host) ? `[${host.replace('%', '%25')}]` : host}:${port}/`;

const hostIn = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

/** Returns the URLs under which other devices reach the server, best first; none if only this machine can reach it. */
export function reachableUrls(
  { port, host, origins }: ListenSettings,
  interfaces: NetworkInterfaces = networkInterfaces(),
): readonly string[] {
  const named = origins.map(origin => `${origin}/`).filter(url => !isLocal(hostIn(url)));
  if (named.length > 0) return named;
  if (host !== undefined && !EVERYWHERE.includes(host)) return isLocal(host) ? [] : [urlOf(host, port)];
  const own = machineAddresses(interfaces).filter(address => host !== EVERY_IPV4 || isIPv4(address));
  return own.map(address => urlOf(address, port));
}

/** The URL for a browser on this machine. */
export function localUrl({ port, host }: ListenSettings): string {
  const isNamed = host !== undefined && !EVERYWHERE.includes(host) && !isLocal(host);
  return urlOf(isNamed ? host : 'localhost', port);
}
