import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Redis } from "ioredis";
import { findFreePort } from "../../sandbox/servers/free-port.js";
import { findRedis } from "../../sandbox/servers/redis-binary.js";
import { type Running, spawnService } from "../../sandbox/spawn-service.js";
import { waitFor } from "../../sandbox/wait-for.js";

/** Where a server or a Sentinel of the group runs. */
interface RedisPlace {
  address: string;
  /** The prefix that makes a command run there; empty on this host. */
  inside: string[];
}

/** One process of the group: a server, or a Sentinel. It keeps its place and its settings over its deaths. */
export interface GroupMember {
  address: string;
  port: number;
  /** A connection of the test's own. */
  client: Redis;
  start(): Promise<void>;
  signal(which: NodeJS.Signals): void;
  /** As a crash would. */
  kill(): Promise<void>;
}

/** A master of Redis with replicas, and three Sentinels that replace it when it dies. */
export interface SentinelGroup {
  url: string;
  servers: GroupMember[];
  sentinels: GroupMember[];
  /** The one that the Sentinels name now. */
  master(): Promise<GroupMember>;
  stop(): Promise<void>;
}

const groupName = "main";
const [password, sentinelPassword] = ["servers/secret", "sentinels+secret"];

/** Returns when the Sentinels know each other and every replica, so that the master may die. */
export async function startSentinelGroup({
  places = [here, here],
  watchers = [here, here, here],
  downAfterMs = 3_000,
}: {
  places?: RedisPlace[];
  watchers?: RedisPlace[];
  downAfterMs?: number;
} = {}): Promise<SentinelGroup> {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-sentinel-"));
  const servers: GroupMember[] = [];
  for (const place of places) servers.push(await createMember(folder, place, serverSettings(servers[0])));
  const [first] = servers;
  if (!first) throw new RangeError("a group has a master");
  const sentinels: GroupMember[] = [];
  for (const place of watchers)
    sentinels.push(await createMember(folder, place, sentinelSettings(first, downAfterMs), ["--sentinel"]));
  const all = [...servers, ...sentinels];

  const sees = async ({ client }: GroupMember) => {
    const seen = await client.call("SENTINEL", "master", groupName);
    const told = new Map(pairs(seen as string[]));
    return (
      told.get("num-slaves") === `${servers.length - 1}` &&
      told.get("num-other-sentinels") === `${sentinels.length - 1}`
    );
  };
  const stop = async () => {
    for (const { client } of all) client.disconnect();
    await Promise.all(all.map(({ kill }) => kill()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const { start } of all) await start();
    for (const sentinel of sentinels)
      await waitFor(() => sees(sentinel), { message: "the Sentinels to see each other" });
  } catch (error) {
    await stop();
    throw error;
  }
  const named = sentinels.map(({ address, port }) => `${address}:${port}`).join(",");
  return {
    url: `redis+sentinel://:${encodeURIComponent(password)}@${named}/${groupName}?sentinelPassword=${encodeURIComponent(sentinelPassword)}`,
    servers,
    sentinels,
    stop,
    master: () =>
      waitFor(
        async () => {
          const told = await Promise.all(sentinels.map(masterSeenBy));
          const [address, port] = mostFrequent(told.filter((one) => one !== undefined))?.split(" ") ?? [];
          return servers.find((one) => one.address === address && `${one.port}` === port);
        },
        { message: "the Sentinels to name a master" },
      ),
  };
}

const here: RedisPlace = { address: "127.0.0.1", inside: [] };

const serverSettings = (master: GroupMember | undefined): string[] => [
  ...["maxmemory-policy noeviction", 'save ""', "appendonly no", "repl-diskless-sync-delay 0"],
  ...[`requirepass ${password}`, `masterauth ${password}`],
  ...(master ? [`replicaof ${master.address} ${master.port}`] : []),
];

const sentinelSettings = (master: GroupMember, downAfterMs: number): string[] => [
  `sentinel monitor ${groupName} ${master.address} ${master.port} 2`,
  ...[`sentinel auth-pass ${groupName} ${password}`, `sentinel down-after-milliseconds ${groupName} ${downAfterMs}`],
  ...[`sentinel failover-timeout ${groupName} 10000`],
  ...[`requirepass ${sentinelPassword}`, `sentinel sentinel-pass ${sentinelPassword}`],
];

/** The file is its own: Redis and Sentinel write into it what they learn. */
async function createMember(
  folder: string,
  { address, inside }: RedisPlace,
  settings: string[],
  more: string[] = [],
): Promise<GroupMember> {
  const { command, env } = await findRedis();
  const port = await findFreePort();
  const own = path.join(folder, `${address}-${port}`);
  mkdirSync(own, { recursive: true });
  const file = path.join(own, "redis.conf");
  const bound = address === here.address ? address : `${address} ${here.address}`;
  writeFileSync(file, [`port ${port}`, `bind ${bound}`, "protected-mode no", `dir ${own}`, ...settings, ""].join("\n"));
  const [program = command, ...args] = [...inside, command, file, ...more];
  const client = new Redis({
    ...{ host: address, port, password: more.length > 0 ? sentinelPassword : password, lazyConnect: true },
    ...{ retryStrategy: () => 100, enableReadyCheck: false, maxRetriesPerRequest: 0, connectTimeout: 1_000 },
    ...{ commandTimeout: 1_000 },
  });
  client.on("error", () => undefined);
  let running: Running | undefined;
  return {
    address,
    port,
    client,
    async start() {
      running = spawnService({ command: program, args, env, cwd: own, logFile: path.join(own, "server.log") });
      await waitFor(async () => (await client.ping()) === "PONG", { message: "Redis to answer" });
    },
    signal(which) {
      if (running) process.kill(running.pid, which);
    },
    async kill() {
      try {
        if (running) process.kill(running.pid, "SIGKILL");
      } catch {} // it has ended
      await running?.stop();
    },
  };
}

async function masterSeenBy({ client }: GroupMember): Promise<string | undefined> {
  const told = await client.call("SENTINEL", "get-master-addr-by-name", groupName).catch(() => null);
  return Array.isArray(told) ? told.join(" ") : undefined;
}

/** What more than half of them say. */
const mostFrequent = (texts: string[]): string | undefined =>
  texts.find((text) => texts.filter((one) => one === text).length * 2 > texts.length);

const pairs = (flat: string[]): [string, string][] =>
  flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? ""] as [string, string]] : []));
