import type { IncomingMessage } from "node:http";
import { isIPv4, isIPv6 } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/**
 * The client's address, by which failed authentications are counted. With `trustProxy` 0 it is the socket's. Otherwise it is
 * the entry of X-Forwarded-For that the outermost of so many proxies wrote: entries further left could be made up. The socket's
 * address stands in when that entry is missing or is no address.
 * Source: api/README.md, "Failed authentications".
 */
export function clientAddress(c: Context, trustProxy: number): string {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  return addressOf(c.req.header("x-forwarded-for"), incoming?.socket.remoteAddress, trustProxy);
}

/** Client's address of a request that Node's server just got. Rules as in `clientAddress`. */
export const addressOfRequest = ({ headers, socket }: IncomingMessage, trustProxy: number): string =>
  addressOf(`${headers["x-forwarded-for"] ?? ""}`, socket.remoteAddress, trustProxy);

function addressOf(forwarded: string | undefined, ofSocket: string | undefined, trustProxy: number): string {
  const entry = trustProxy > 0 && forwarded !== undefined ? entryFromTheRight(forwarded, trustProxy) : undefined;
  return readAddress(entry) ?? readAddress(ofSocket) ?? "unknown";
}

/** The list is not taken apart: a stranger may send many thousand commas. */
function entryFromTheRight(list: string, place: number): string | undefined {
  let end = list.length;
  for (let left = place; left > 1; left -= 1) {
    end = list.lastIndexOf(",", end - 1);
    if (end <= 0) return undefined;
  }
  return list.slice(list.lastIndexOf(",", end - 1) + 1, end);
}

/** The longest address has 45 characters, and then there are brackets, a zone and a port. */
const maxAddressLength = 100;

/**
 * The address without its port. Of IPv6 only the first 64 bits count, because one client usually has all addresses behind them.
 */
function readAddress(text = ""): string | undefined {
  if (text.length > maxAddressLength) return undefined;
  const bare = text.trim().replace(/^\[([^\]]*)\](:\d+)?$|^(\d+(?:\.\d+){3}):\d+$/, "$1$3");
  const address = bare.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIPv4(address)) return address;
  return isIPv6(address) ? `${firstGroups(address)}::/64` : undefined;
}

/** The first four groups of an IPv6 address, without leading zeros. */
function firstGroups(address: string): string {
  // An IPv4 address at the end takes the place of two groups.
  const [head = "", tail] = address
    .replace(/%.*$/, "")
    .replace(/[\d.]+\.\d+$/, "0:0")
    .split("::");
  const [before, after] = [head, tail ?? ""].map((part) => (part === "" ? [] : part.split(":"))) as [
    string[],
    string[],
  ];
  const omitted = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(omitted).fill("0"), ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
