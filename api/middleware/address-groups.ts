import { isIPv4 } from "node:net";
import type { Groups } from "../../shared/concurrency/groups.js";

const ipv6 = /^([\da-f]+):([\da-f]+):([\da-f]+):([\da-f]+)::\/64$/;

/**
 * Networks that an address belongs to, the widest first: one customer of a provider may have a /56 or a /48 of IPv6, and one tenant of a
 * data centre much of a /24 of IPv4.
 * @param address as `clientAddress` gives it
 */
export function addressGroups(address: string): Groups {
  if (isIPv4(address)) return [`${address.slice(0, address.lastIndexOf("."))}.0/24`, address];
  const [, first, second, third, fourth = ""] = ipv6.exec(address) ?? [];
  if (first === undefined) return [address];
  const of56 = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
  return [`${first}:${second}:${third}::/48`, `${first}:${second}:${third}:${of56}::/56`, address];
}
