import type { Random } from "../../support/samples/random.js";
import type { SentinelGroup } from "../../support/servers/sentinel-group.js";
import type { Host } from "./hosts.js";
import { cutOff, joinAgain, plugCable, pullCable } from "./network.js";
import { findPrimary } from "./view.js";

/** What the faults act on. */
export interface Cluster {
  hosts: Host[];
  redis: SentinelGroup;
  random: Random;
  /** Starts a host's servers and our processes on it again. */
  revive(host: Host): Promise<void>;
}

export interface DrillFault {
  name: string;
  /** How long it lasts, in seconds: from, to. */
  lasts: [number, number];
  /** Whether another PostgreSQL must be the primary before it is over. */
  movesPrimary?: true;
  /** Where it strikes. */
  choose(cluster: Cluster): Promise<Host>;
  /** Gives what ends it. */
  strike(cluster: Cluster, host: Host): Promise<() => Promise<unknown>>;
}

const primaryOf = async ({ hosts }: Cluster): Promise<Host> => {
  const primary = await findPrimary(hosts);
  if (!primary) throw new Error("there is no primary");
  return primary;
};

const othersOf = ({ hosts }: Cluster, host: Host) => hosts.filter((one) => one !== host);

/** Longer than the 30 seconds after which Patroni names another primary. */
const beyondElection: [number, number] = [45, 60];

const primaryKilled: DrillFault = {
  name: "PostgreSQL's primary is killed",
  lasts: [20, 30],
  choose: primaryOf,
  async strike(_, host) {
    process.kill(host.postgres(), "SIGKILL");
    return async () => undefined;
  },
};

const primaryHostDies: DrillFault = {
  name: "the primary's host dies",
  lasts: beyondElection,
  movesPrimary: true,
  choose: primaryOf,
  async strike(cluster, host) {
    await host.kill();
    return () => cluster.revive(host);
  },
};

const primaryCutOff: DrillFault = {
  name: "the primary is cut off from the other hosts",
  lasts: beyondElection,
  movesPrimary: true,
  choose: primaryOf,
  async strike(cluster, host) {
    await cutOff(host, othersOf(cluster, host));
    return () => joinAgain(host, othersOf(cluster, host));
  },
};

const redisKilled: DrillFault = {
  name: "the master of Redis is killed",
  lasts: [15, 25],
  async choose({ hosts, redis }) {
    const { address } = await redis.master();
    return hosts.find((one) => one.address === address) as Host;
  },
  async strike({ redis }) {
    const master = await redis.master();
    await master.kill();
    return () => master.start();
  },
};

const issuerCutOff: DrillFault = {
  name: "an issuer is cut off from the other hosts, and reaches the authority",
  lasts: beyondElection,
  async choose(cluster) {
    return cluster.random.pick(othersOf(cluster, await primaryOf(cluster)));
  },
  async strike(cluster, host) {
    await cutOff(host, othersOf(cluster, host));
    return () => joinAgain(host, othersOf(cluster, host));
  },
};

/** Its cable goes first: nobody is told that its connections are gone. */
const hostGone: DrillFault = {
  name: "all of one host is gone at once",
  lasts: beyondElection,
  choose: async ({ hosts, random }) => random.pick(hosts),
  async strike(cluster, host) {
    await pullCable(host);
    await host.kill();
    return async () => {
      await plugCable(host);
      await cluster.revive(host);
    };
  },
};

/** In the order in which a short run has the most of them. */
const drillFaults = { primaryHostDies, redisKilled, primaryCutOff, primaryKilled, issuerCutOff, hostGone };

export type FaultName = keyof typeof drillFaults;
export const faultNames = Object.keys(drillFaults) as FaultName[];

/** Each of these faults once in the order above, and then all of them again and again, in an order drawn anew. */
export function* faultsInTurn(random: Random, chosen: FaultName[]): Generator<DrillFault> {
  const all = faultNames.filter((name) => chosen.includes(name)).map((name) => drillFaults[name]);
  yield* all;
  for (;;) {
    const left = [...all];
    while (left.length > 0) yield left.splice(random.integer(0, left.length - 1), 1)[0] as DrillFault;
  }
}
