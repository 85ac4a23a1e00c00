import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isRoot, nobody } from "../../sandbox/servers/readable-folder.js";
import { type Running, spawnService } from "../../sandbox/spawn-service.js";
import type { GroupMember } from "../../support/servers/sentinel-group.js";
import { type HostPlace, killHost } from "./network.js";
import type { ClusterPrograms } from "./programs.js";
import { etcdArguments, patroniSettings, primaryProxy } from "./settings.js";

/** A host with its servers. Our own processes come and go beside them. */
export interface Host extends HostPlace {
  /** Starts etcd, Patroni with its PostgreSQL, the proxy, and the host's Redis and Sentinel once it has them. */
  start(): Promise<void>;
  /** Kills everything on it at once. */
  kill(): Promise<void>;
  /** The process id of PostgreSQL. @throws Error when there is none */
  postgres(): number;
  /** Its Redis and its Sentinel. */
  members: GroupMember[];
}

interface HostParts {
  hosts: HostPlace[];
  programs: ClusterPrograms;
  folder: string;
  synchronous: boolean;
}

/** The prefix that makes a command run on a host. */
export const insideOf = ({ namespace }: HostPlace): string[] => ["ip", "netns", "exec", namespace];

/** PostgreSQL does not run as root, so Patroni does not. */
const asNobody = isRoot ? ["setpriv", `--reuid=${nobody.uid}`, `--regid=${nobody.gid}`, "--clear-groups", "--"] : [];

export function createHost(place: HostPlace, { hosts, programs, folder, synchronous }: HostParts): Host {
  const own = path.join(folder, place.name);
  const postgresFolder = path.join(own, "postgres");
  mkdirSync(postgresFolder, { recursive: true });
  for (const reached of [folder, own]) chmodSync(reached, 0o755);
  if (isRoot) chownSync(postgresFolder, nobody.uid, nobody.gid);
  const [patroniFile, proxyFile] = [path.join(own, "patroni.yml"), path.join(own, "haproxy.cfg")];
  writeFileSync(
    patroniFile,
    patroniSettings(place, { hosts, programs: programs.postgres, folder: postgresFolder, synchronous }),
  );
  writeFileSync(proxyFile, primaryProxy(hosts));
  const commands = {
    etcd: [programs.etcd, ...etcdArguments(place, hosts, path.join(own, "etcd"))],
    patroni: [...asNobody, ...programs.patroni, patroniFile],
    haproxy: [programs.haproxy, "-db", "-f", proxyFile],
  };
  const running = new Map<string, Running>();
  const members: GroupMember[] = [];
  return {
    ...place,
    members,
    async start() {
      for (const [name, command] of Object.entries(commands)) {
        const [first = "", ...args] = [...insideOf(place), ...command];
        const logFile = path.join(own, `${name}.log`);
        running.set(name, spawnService({ command: first, args, env: programs.env, cwd: "/", logFile }));
      }
      await Promise.all(members.map((one) => one.start()));
    },
    async kill() {
      await killHost(place);
      await Promise.all([...running.values()].map((one) => one.exited));
      await Promise.all(members.map((one) => one.kill()));
    },
    postgres: () => Number(readFileSync(path.join(postgresFolder, "data", "postmaster.pid"), "utf8").split("\n")[0]),
  };
}
