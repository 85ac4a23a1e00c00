import { afterAll, beforeAll, expect } from "vitest";
import { issuanceJobId, issuanceQueue } from "../../../shared/queues/issuance.js";
import { percentile, startSelling } from "../../chaos/redis/sales.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { testOf } from "../../support/groups.js";
import { openSystem } from "../../support/processes/open-system.js";
import type { System } from "../../support/processes/system.js";
import { createDemoDatabase } from "../../support/servers/demo-database.js";
import { type GroupMember, type SentinelGroup, startSentinelGroup } from "../../support/servers/sentinel-group.js";
import { endWithoutViolation } from "../ledgers.js";
import { faultRow } from "./fault-row.js";
import { addPointsOfSale, expectAgreement, invoiceOf, post, waitForState, warmUp, withTimes } from "./fault-system.js";

const issuers = ["issuer", "issuer-2"] as const;

let system: System;
let group: SentinelGroup;
beforeAll(async () => {
  const [database, redis] = await Promise.all([createDemoDatabase(), startSentinelGroup()]);
  group = redis;
  const close = async () => {
    await redis.stop();
    await database.drop();
  };
  system = await openSystem(
    { databaseUrl: database.url, redis, demo: database, close },
    withTimes({ processes: ["api", ...issuers], env: { LOCK_WAIT_MS: "30000", REQUEST_TIMEOUT_MS: "60000" } }),
  );
  await addPointsOfSale(system);
  await system.authority.set({ latencyMs: 100 });
});
afterAll(async () => {
  await endWithoutViolation(system);
});

/** Each makes the Sentinels name another master; gives what is left to do for the old one. */
const ends = {
  dies: async (master: GroupMember) => {
    await master.kill();
    return () => master.start();
  },
  /** It keeps its connections, and is told that it is the master no longer when it goes on. */
  hangs: async (master: GroupMember) => {
    master.signal("SIGSTOP");
    return async () => master.signal("SIGCONT");
  },
  /** As an operator does it before work on the host. */
  "is relieved": async () => {
    await group.sentinels[0]?.client.call("SENTINEL", "FAILOVER", "main");
    return async () => undefined;
  },
};

async function nextMaster(before: GroupMember): Promise<GroupMember> {
  const changed = async () => {
    const master = await group.master();
    return master !== before && /role:master/.test(await master.client.info("replication")) && master;
  };
  return waitFor(changed, { message: "the Sentinels to name another master" });
}

/** Who hears the two channels there, and how many wait for jobs. */
async function seenBy({ client }: GroupMember): Promise<unknown[]> {
  const heard = (await client.pubsub("NUMSUB", "talonario:settled", "talonario:lock-recall")) as unknown[];
  return [heard[1], heard[3], /blocked_clients:(\d+)/.exec(await client.info("clients"))?.[1]];
}

/** The API, each issuer, and each issuer for issuances and for questions. */
const everybody = [1, issuers.length, 2 * issuers.length].join();

const isReplica = async ({ client }: GroupMember) =>
  /role:slave[\s\S]*master_link_status:up/.test(await client.info("replication"));

faultRow(
  {
    row: 98,
    group: "faults",
    fault: "the master of Redis dies, hangs, or is relieved, while sales go on (Sentinel)",
    expected: "each is one voucher, and every process is with the new master",
    check: "I1 I6 I10",
  },
  async () => {
    const positions = Array.from({ length: 10 }, (_, index) => 201 + index);
    for (const how of Object.keys(ends) as (keyof typeof ends)[]) {
      const selling = startSelling(system, { perSecond: 10, positions });
      await selling.begun;
      const times = await failOver(how).finally(() => selling.stop());
      const sales = await selling.stop();
      console.log(
        `${how}: another master after ${times.electedMs} ms, every process there after ${times.servedMs} ms, ` +
          `sales p50 ${Math.round(percentile(sales, 0.5))} ms, slowest ${Math.round(percentile(sales, 1))} ms`,
      );
      expect(new Set(sales.map(({ status }) => status)), how).toEqual(new Set([201]));
      expect(percentile(sales, 1), how).toBeLessThan(15_000);
    }
  },
);

/** Takes the master away, and gives it back as a replica. */
async function failOver(how: keyof typeof ends): Promise<{ electedMs: number; servedMs: number }> {
  const before = await group.master();
  const atMs = performance.now();
  const sinceMs = () => Math.round(performance.now() - atMs);
  const restore = await ends[how](before);
  const times = { electedMs: 0, servedMs: 0 };
  try {
    const master = await nextMaster(before);
    times.electedMs = sinceMs();
    const isWhole = async () => (await seenBy(master)).join() === everybody;
    await waitFor(isWhole, { message: `every process to be with the new master (${how})` }).catch(async (error) => {
      throw new Error(`${error.message}: ${await seenBy(master)}`, { cause: error });
    });
    times.servedMs = sinceMs();
  } finally {
    await restore();
  }
  await waitFor(() => isReplica(before), { message: `the old master to be a replica (${how})` });
  return times;
}

testOf(
  "faults",
  "PostgreSQL brings the jobs again that died with the master of Redis, before a replica had them",
  async () => {
    await warmUp(system, 98);
    const old = await group.master();
    const next = group.servers.find((one) => one !== old);
    for (const name of issuers) system.freeze(name);
    for (const name of issuers) await system.frozen(name);
    await next?.client.config("SET", "masterauth", "another");
    await old.client.call("CLIENT", "KILL", "TYPE", "replica");
    const bodies = [invoiceOf(98), invoiceOf(98), invoiceOf(98)];
    const answers = bodies.map((body) => post(system, body));
    for (const body of bodies) await waitForState(system, body, "queued");
    const rows = await system.sql<{ id: number; revision: number }>(
      "SELECT id, revision FROM issuance WHERE idempotency = ANY($1)",
      [bodies.map(({ idempotency }) => idempotency)],
    );
    const jobs = rows.map((row) => `talonario:${issuanceQueue.name}:${issuanceJobId(row)}`);
    await waitFor(async () => (await old.client.exists(...jobs)) === bodies.length, { message: "the jobs" });
    await old.kill();
    expect(await (await nextMaster(old)).client.exists(...jobs)).toBe(0);

    for (const name of issuers) system.thaw(name);
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 201, 201]);
    await expectAgreement(system, 98);
  },
);
