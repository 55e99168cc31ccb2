/** Address ranges in CIDR notation: `203.0.113.0/24`, `2001:db8::/48`, or one address. */
import { BlockList, isIP } from 'node:net';

export interface AddressRange {
  readonly text: string;
  contains(address: string): boolean;
}

/** Reads a range; null if the text is not one. */
export function readAddressRange(text: string): AddressRange | null {
  const [, address = '', digits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0) return null;
  const most = version === 4 ? 32 : 128;
  const bits = digits === undefined ? most : Number(digits);
  // a shorter prefix is refused as a mistake, because /4 would block a sixteenth of the internet
  if (bits < 8 || bits > most) return null;
  const list = new BlockList();
  list.addSubnet(address, bits, version === 4 ? 'ipv4' : 'ipv6');
  return { text, contains: one => isWithin(list, one) };
}

/** Whether an address is in the list; of an IPv6 /64 only the first address is tested. */
function isWithin(list: BlockList, address: string): boolean {
  const plain = address.replace(/::\/64$/, '::');
  const version = isIP(plain);
  return version > 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}
