import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isReachableByAll } from "../../sandbox/servers/readable-folder.js";
import { type Running, spawnService } from "../../sandbox/spawn-service.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { type SentinelGroup, startSentinelGroup } from "../../support/servers/sentinel-group.js";
import { createHost, type Host, insideOf } from "./hosts.js";
import type { HostPlace } from "./network.js";
import type { ClusterPrograms } from "./programs.js";
import { entrance, entranceProxy, primaryProxy } from "./settings.js";
import { missingInRedis, missingOf, viewMembers } from "./view.js";

/** The servers of three hosts, without a process of ours. */
interface Servers {
  hosts: Host[];
  redis: SentinelGroup;
  /** What is missing until all of them stand by each other; undefined when nothing is. */
  missing(): Promise<string | undefined>;
  /** Starts the proxy outside, in front of the APIs. */
  openEntrance(origins: string[]): Promise<void>;
  /** Copies what the servers of the hosts logged: who did not come back says why there. */
  keepLogs(to: string): void;
  stop(): Promise<void>;
}

interface Parts {
  places: HostPlace[];
  programs: ClusterPrograms;
  synchronous: boolean;
}

const downAfterMs = 5_000;

export async function startServers({ places, programs, synchronous }: Parts): Promise<Servers> {
  const folder = mkdtempSync(path.join(isReachableByAll(tmpdir()) ? tmpdir() : "/var/tmp", "talonario-cluster-"));
  const hosts = places.map((place) => createHost(place, { hosts: places, programs, folder, synchronous }));
  const outside: Running[] = [];
  let redis: SentinelGroup | undefined;
  const stop = async () => {
    await redis?.stop();
    await Promise.all([...hosts.map((host) => host.kill()), ...outside.map((one) => one.stop())]);
    rmSync(folder, { recursive: true, force: true });
  };
  const openProxy = (name: string, settings: string) => {
    const file = path.join(folder, `${name}.cfg`);
    writeFileSync(file, settings);
    const logFile = path.join(folder, `${name}.log`);
    outside.push(spawnService({ command: programs.haproxy, args: ["-db", "-f", file], env: programs.env, logFile }));
  };
  try {
    openProxy("primary", primaryProxy(places));
    await Promise.all(hosts.map((host) => host.start()));
    const onHosts = places.map((place) => ({ address: place.address, inside: insideOf(place) }));
    const group = await startSentinelGroup({ places: onHosts, watchers: onHosts, downAfterMs });
    redis = group;
    for (const host of hosts)
      host.members.push(...[...group.servers, ...group.sentinels].filter(({ address }) => address === host.address));
    const missing = async () =>
      missingOf(await viewMembers(places), { count: hosts.length, synchronous }) ?? missingInRedis(group);
    await awaitNothing(missing, 180_000).then((left) => {
      if (left) throw new Error(`the servers of the hosts did not come up: ${left} is missing`);
    });
    return {
      ...{ hosts, redis: group, missing, stop },
      keepLogs(to) {
        const logs = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".log"));
        for (const log of logs)
          copyFileSync(path.join(folder, log), path.join(to, `host-${log.replaceAll(path.sep, "-")}`));
      },
      async openEntrance(origins) {
        openProxy("entrance", entranceProxy(origins));
        await waitFor(() => fetch(`${entrance.origin}/health/ready`).then(({ ok }) => ok), {
          message: "the proxy in front of the APIs",
        });
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until nothing is missing; gives what still is when the time is over. */
export async function awaitNothing(
  missing: () => Promise<string | undefined>,
  ms: number,
): Promise<string | undefined> {
  const endMs = performance.now() + ms;
  for (;;) {
    const left = await missing().catch((error: Error) => error.message);
    if (left === undefined || performance.now() > endMs) return left;
    await sleep(500);
  }
}
