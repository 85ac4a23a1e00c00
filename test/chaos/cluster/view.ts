import type { SentinelGroup } from "../../support/servers/sentinel-group.js";
import type { HostPlace } from "./network.js";
import { ports } from "./settings.js";

/** A PostgreSQL as Patroni tells of it. */
export interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
  lag?: number | "unknown";
}

/** What the Patronis know of each other: the first answer of any of them. */
export async function viewMembers(hosts: HostPlace[]): Promise<Member[]> {
  for (const { address } of hosts) {
    const answer = await fetch(`http://${address}:${ports.patroni}/cluster`, {
      signal: AbortSignal.timeout(2_000),
    }).catch(() => undefined);
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
  }
  return [];
}

/** The one that says of itself that it is the primary. */
export async function findPrimary<Place extends HostPlace>(hosts: Place[]): Promise<Place | undefined> {
  const answers = await Promise.all(
    hosts.map(async (host) => {
      const url = `http://${host.address}:${ports.patroni}/primary`;
      const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
      await answer?.body?.cancel();
      return answer?.status === 200 ? host : undefined;
    }),
  );
  return answers.find((one) => one !== undefined);
}

/** Most bytes that a standby may be behind. */
const mostLag = 16 * 1_024 * 1_024;

/** What is missing until one primary has two standbys behind it; undefined when nothing is. */
export function missingOf(members: Member[], { count, synchronous }: { count: number; synchronous: boolean }) {
  const leader = members.find(({ role }) => role === "leader");
  if (members.length < count) return `${members.length} of ${count} PostgreSQL`;
  if (leader?.state !== "running") return "a primary";
  const standbys = members.filter((one) => one !== leader);
  const behind = standbys.find(
    ({ state, timeline, lag }) =>
      !["running", "streaming"].includes(state) ||
      timeline !== leader.timeline ||
      typeof lag !== "number" ||
      lag > mostLag,
  );
  if (behind) return `the standby ${behind.name} (${behind.state}, timeline ${behind.timeline}, lag ${behind.lag})`;
  if (synchronous && !standbys.some(({ role }) => role === "sync_standby")) return "a synchronous standby";
  return undefined;
}

/** The same of Redis. */
export async function missingInRedis(group: SentinelGroup): Promise<string | undefined> {
  const master = await group.master();
  const told = await master.client.info("replication").catch(() => "");
  const online = [...told.matchAll(/^slave\d+:.*state=online/gm)].length;
  return told.includes("role:master") && online === group.servers.length - 1
    ? undefined
    : `Redis: ${online} replicas of ${group.servers.length - 1}`;
}
