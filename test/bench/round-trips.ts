import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { Redis } from "ioredis";
import type { Bench, Running } from "./open-bench.js";

/** How often a process sent each statement (by its text) and each Redis command (by its name). */
export interface Trips {
  statements: Record<string, number>;
  commands: Record<string, number>;
}

/**
 * Counts, by process, what goes to PostgreSQL and Redis while `work` runs. Every process has its own users there, so the servers
 * can tell the processes apart. MONITOR slows Redis down, so nothing is timed meanwhile.
 */
export async function countTrips(
  { sql }: Bench,
  { redisUrl }: Running,
  work: () => Promise<unknown>,
): Promise<Record<string, Trips>> {
  const redis = new Redis(redisUrl);
  const trips: Record<string, Trips> = {};
  const of = (name: string) => {
    trips[name] ??= { statements: {}, commands: {} };
    return trips[name];
  };
  try {
    const userOf = new Map<string, string>();
    const learnUsers = async () => {
      for (const line of String(await redis.call("CLIENT", "LIST")).split("\n")) {
        const [, address, user] = /addr=(\S+).* user=(\S+)/.exec(line) ?? [];
        if (address && user) userOf.set(address, user);
      }
    };
    await learnUsers();
    await sql("SELECT pg_stat_statements_reset()");
    const watching = await watchCommands(redisUrl);

    await work();

    const seen = await watching.end();
    await learnUsers();
    for (const { address, command } of seen) {
      const user = userOf.get(address);
      if (!user || user === "default") continue;
      const { commands } = of(user);
      commands[command] = (commands[command] ?? 0) + 1;
    }
    const counted = await sql<{ user: string; query: string; calls: number }>(`
      SELECT r.rolname AS user, s.query, sum(s.calls)::int AS calls
      FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid WHERE r.rolname <> 'postgres' GROUP BY 1, 2`);
    for (const { user, query, calls } of counted) {
      const { statements } = of(user);
      const text = query.replace(/\s+/g, " ");
      statements[text] = (statements[text] ?? 0) + calls;
    }
    return trips;
  } finally {
    redis.disconnect();
  }
}

/** Lines such as `+1795262483.019698 [0 127.0.0.1:33570] "bzpopmin" …`; a command that a script runs has "lua" as its address. */
const monitored = /^\+[\d.]+ \[\d+ (\S+)\] "(\w+)"/;

async function watchCommands(redisUrl: string) {
  const { hostname, port } = new URL(redisUrl);
  const socket = connect(Number(port), hostname);
  const seen: { address: string; command: string }[] = [];
  const lines = createInterface(socket).on("line", (line) => {
    const [, address, command] = monitored.exec(line) ?? [];
    if (address && command) seen.push({ address, command: command.toLowerCase() });
  });
  await once(socket, "connect");
  socket.write("MONITOR\r\n");
  await once(lines, "line");
  return {
    async end() {
      socket.end();
      await once(lines, "close");
      return seen;
    },
  };
}

const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Round trips per voucher, without those that idle processes make in the same time. */
export function tripsPerVoucher(
  busy: Record<string, Trips>,
  idle: Record<string, Trips>,
  vouchers: number,
): Record<string, { postgres: number; redis: number }> {
  return Object.fromEntries(
    Object.entries(busy).map(([name, { statements, commands }]) => [
      name,
      {
        postgres: (total(statements) - total(idle[name]?.statements ?? {})) / vouchers,
        redis: (total(commands) - total(idle[name]?.commands ?? {})) / vouchers,
      },
    ]),
  );
}
