import { parseUrl } from "../domain/parse-url.js";
/** Where Redis is to be asked for: by Sentinels that know the master. Source of the form: `REDIS_URL` in README.md. */
export interface SentinelAddress {
  sentinels: { host: string; port: number }[];
  /** The name under which the Sentinels watch the master. */
  name: string;
  db: number;
  username?: string;
  password?: string;
  sentinelPassword?: string;
  /** For the Sentinels and for the servers. */
  tls: boolean;
}

/** Forms of a URL of Redis. No fault below says anything of the URL itself: a part of it may be a password. */
export const redisUrlForm = "a Redis URL: redis://host:6379, or redis+sentinel://host:26379,host:26379,host:26379/name";

const scheme = "redis+sentinel://";
const sentinelPort = 26_379;
const escapes = "in names and passwords, write special characters as %XX";

class Fault extends Error {}

export const isSentinelUrl = (url: string): boolean => url.toLowerCase().startsWith(scheme);

/** Finds the fault of a URL of Redis, without a word of it; undefined when it can be used. */
export function faultOfRedisUrl(url: string): string | undefined {
  if (!isSentinelUrl(url)) {
    return /^rediss?:$/.test(parseUrl(url)?.protocol ?? "") ? undefined : redisUrlForm;
  }
  try {
    readSentinelUrl(url);
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return `${redisUrlForm}: ${error.message}`;
    throw error;
  }
}

/**
 * Reads `redis+sentinel://[user:password@]host:port,host:port/name[/db][?sentinelPassword=…][&tls=1]`.
 * @throws Error that says what is wrong, without a word of the URL
 */
export function readSentinelUrl(url: string): SentinelAddress {
  const rest = url.slice(scheme.length);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\s\u0000-\u001f\u007f#]/.test(rest)) throw new Fault(`it has a space, a # or a control character; ${escapes}`);
  const [beforeQuery, query] = split(rest, rest.indexOf("?"));
  const [authority, path = ""] = split(beforeQuery, beforeQuery.indexOf("/"));
  const at = authority.lastIndexOf("@");
  const hosts = authority.slice(at + 1);
  return {
    sentinels: hosts.split(",").map(readHost),
    ...readPath(path),
    ...(at >= 0 && readUser(authority.slice(0, at))),
    ...readQuery(query),
  };
}

/** Splits a text at a place, which goes to neither half. */
const split = (text: string, place: number): [string, string | undefined] =>
  place < 0 ? [text, undefined] : [text.slice(0, place), text.slice(place + 1)];

function readHost(text: string, index: number): { host: string; port: number } {
  const [, inBrackets, name, digits] = text.match(/^(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::(\d+))?$/i) ?? [];
  const host = inBrackets ?? name;
  const port = digits === undefined ? sentinelPort : Number(digits);
  if (host === undefined) throw new Fault(`Sentinel ${index + 1} is no host:port; ${escapes}`);
  if (port < 1 || port > 65_535) throw new Fault(`the port of Sentinel ${index + 1} is not one from 1 to 65535`);
  return { host, port };
}

/** Sentinel takes no other characters in the name of a master. */
const nameForm = /^[\w.-]+$/;

function readPath(path: string): { name: string; db: number } {
  const [name = "", db = "", ...more] = path.split("/");
  if (!nameForm.test(name)) throw new Fault("the master's name is missing after the hosts, or is none: /name");
  if (!/^\d{0,9}$/.test(db) || more.length > 0)
    throw new Fault("after the master's name comes the number of a database alone");
  return { name, db: Number(db) };
}

function readUser(text: string): Pick<SentinelAddress, "username" | "password"> {
  const [user, secret] = split(text, text.indexOf(":"));
  if (!secret) throw new Fault("before the @ comes user:password, or :password");
  const username = decode(user, "the user");
  return { ...(username !== "" && { username }), password: decode(secret, "the password") };
}

function readQuery(query: string | undefined): Pick<SentinelAddress, "sentinelPassword" | "tls"> {
  const given = new Map<string, string>();
  for (const pair of query ? query.split("&") : []) {
    const [name, value = ""] = split(pair, pair.indexOf("="));
    if (name !== "sentinelPassword" && name !== "tls")
      throw new Fault("after the ? come sentinelPassword=… and tls=1 alone");
    if (given.has(name)) throw new Fault(`${name} is there twice`);
    given.set(name, value);
  }
  const tls = given.get("tls") ?? "0";
  if (tls !== "1" && tls !== "0") throw new Fault("tls is 1 or 0");
  const sentinelPassword = decode(given.get("sentinelPassword") ?? "", "sentinelPassword");
  return { ...(sentinelPassword !== "" && { sentinelPassword }), tls: tls === "1" };
}

/** Not as a form does it: a + is a +. */
function decode(text: string, what: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Fault(`${what} has a % that is no %XX`);
  }
}
