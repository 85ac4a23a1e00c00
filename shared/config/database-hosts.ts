import pg from "pg";
import { parseUrl } from "../domain/parse-url.js";

/**
 * Splits a URL of PostgreSQL into what comes before its hosts, the hosts, and the rest. A URL may name several hosts, and the driver reads
 * only one. Source: PostgreSQL's manual, 34.1.1.3.
 */
const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)([/?#].*)?$/;

/**
 * One address for each host of the URL, in the same order. Undefined when the URL is not valid. A URL with several hosts must ask for
 * `target_session_attrs=read-write`, because only the host that takes changes is used.
 */
export function addressesOf(url: string): string[] | undefined {
  const [, before, hosts, after = ""] = parts.exec(url) ?? [];
  if (before === undefined || hosts === undefined) return undefined;
  const addresses = hosts.split(",").map((host) => `${before}${host}${after}`);
  const areValid = addresses.every(parseUrl) && (addresses.length === 1 || !hosts.split(",").includes(""));
  if (!areValid || !asksFor(addresses, "target_session_attrs", "read-write")) return undefined;
  return addresses;
}

/** Whether the URL sets `name` to `value`. With one host it may also leave it out. */
function asksFor([first = "", ...others]: string[], name: string, value: string): boolean {
  const asked = new URL(first).searchParams.get(name);
  return asked === value || (asked === null && others.length === 0);
}

/** Applies `change` to the address of each host, and joins the hosts again. `change` must treat all that is not a host alike. */
export function changeUrl(url: string, change: (address: URL) => void): string {
  const changed = (addressesOf(url) ?? [url]).map((address) => {
    const one = new URL(address);
    change(one);
    return one.href;
  });
  const [first = ""] = changed;
  const hosts = changed.map((one) => parts.exec(one)?.[2] ?? "");
  return first.replace(parts, (_, before: string, _host, after = "") => `${before}${hosts.join(",")}${after}`);
}

/** The name of the database. */
export const databaseOf = (url: string): string =>
  decodeURIComponent(new URL(addressesOf(url)?.[0] ?? url).pathname.slice(1));

/** Refusal of a standby. PostgreSQL itself gives its code for a server that takes no changes. */
export class StandbyError extends Error {
  override name = "StandbyError";
  code = "25006";
  constructor() {
    super("this host takes no changes: it is a standby");
  }
}

/** @throws StandbyError unless the server takes changes */
export async function requirePrimary(client: Pick<pg.ClientBase, "query">): Promise<void> {
  const { rows } = await client.query(
    "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS refuses",
  );
  if (rows[0]?.refuses !== false) throw new StandbyError();
}

/** How long one of several hosts may take to accept a connection. Then the next one is tried. */
const connectWithinMs = 10_000;

/**
 * Connects one client that belongs to no pool. Whoever asks for it must end it. If the URL has several hosts, it connects to the first one
 * that takes changes.
 * @throws the error of the last host
 */
export async function connectClient(url: string): Promise<pg.Client> {
  const addresses = addressesOf(url) ?? [url];
  const isOne = addresses.length === 1;
  for (const [index, connectionString] of addresses.entries()) {
    const client = new pg.Client({
      connectionString,
      fallback_application_name: process.title,
      ...(!isOne && { connectionTimeoutMillis: connectWithinMs }),
    });
    try {
      await client.connect();
      if (!isOne) await requirePrimary(client);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (index === addresses.length - 1) throw error;
    }
  }
  throw new TypeError("a URL has a host");
}

/** Does work with one client of `connectClient`, and ends it. */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await connectClient(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
