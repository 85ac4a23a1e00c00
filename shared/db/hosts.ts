import pg from "pg";

/** PostgreSQL's URLs with several hosts, which the driver does not read. Source: PostgreSQL's manual, 34.1.1.3. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)([/?#].*)?$/;

/**
 * The addresses in a URL with one host or several, in their order, each with one host. Undefined when it is no such URL: of several
 * hosts the one that takes changes is used, so the URL must ask for that.
 */
export function addressesOf(url: string): string[] | undefined {
  const [, before, hosts, after = ""] = parts.exec(url) ?? [];
  if (before === undefined || hosts === undefined) return undefined;
  const addresses = hosts.split(",").map((host) => `${before}${host}${after}`);
  const areWhole =
    addresses.every((address) => URL.canParse(address)) && (addresses.length === 1 || !hosts.split(",").includes(""));
  if (!areWhole || !asksFor(addresses, "target_session_attrs", "read-write")) return undefined;
  return addresses;
}

function asksFor([first = "", ...others]: string[], name: string, value: string): boolean {
  const asked = new URL(first).searchParams.get(name);
  return asked === value || (asked === null && others.length === 0);
}

/** The same URL, with each of its hosts, as `change` leaves it. What comes before and behind the hosts must be the same for all. */
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

/** It has PostgreSQL's code for a server that takes no changes. */
class StandbyError extends Error {
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

const patienceMs = 10_000;

/**
 * Connects one client for itself, to be ended by its user. Of several hosts the first one that takes changes.
 * @throws what the last host answered
 */
export async function connectClient(url: string): Promise<pg.Client> {
  const addresses = addressesOf(url) ?? [url];
  const isOne = addresses.length === 1;
  for (const [index, connectionString] of addresses.entries()) {
    const client = new pg.Client({
      connectionString,
      fallback_application_name: process.title,
      ...(!isOne && { connectionTimeoutMillis: patienceMs }),
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
