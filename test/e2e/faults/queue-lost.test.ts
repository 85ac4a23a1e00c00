import { Queue } from "bullmq";
import { afterAll, beforeAll, expect } from "vitest";
import { issuanceQueue } from "../../../shared/queues/issuance.js";
import { waitFor } from "../../sandbox/wait-for.js";
import type { System } from "../../support/processes/system.js";
import { expectNoViolation } from "../ledgers.js";
import { faultRow } from "./fault-row.js";
import {
  expectAgreement,
  invoiceOf,
  posOf,
  post,
  postUntilFinal,
  startFaultSystem,
  stateOf,
  waitForState,
  warmUp,
} from "./fault-system.js";

let system: System;
let queue: Queue;
beforeAll(async () => {
  system = await startFaultSystem({
    processes: ["api", "api-2", "issuer", "issuer-2"],
    processEnv: { "api-2": { LOCK_WAIT_MS: "2500" } },
  });
  queue = new Queue(issuanceQueue.name, { connection: system.redis, prefix: "talonario" });
});
afterAll(async () => {
  await expectNoViolation(system);
  await queue.close();
  await system[Symbol.asyncDispose]();
});

const processes = ["api", "api-2", "issuer", "issuer-2"] as const;
const issuers = ["issuer", "issuer-2"] as const;

/** Freezes both issuers while no job is active: a running drain would serve new issuances without their jobs. */
async function freezeIssuers(): Promise<void> {
  await waitFor(async () => (await queue.getActiveCount()) === 0, { message: "every job to end" });
  for (const name of issuers) system.freeze(name);
  for (const name of issuers) await system.frozen(name);
}

const redisAway = () => Promise.all(processes.map((name) => system.proxies.of(name, "redis").refuse()));
const redisBack = () => Promise.all(processes.map((name) => system.proxies.of(name, "redis").pass()));

/** A process that has not connected anew yet adds no jobs, and does without. */
const seesRedis = async (name: (typeof processes)[number]) => {
  const answer = await fetch(`${system.originOf(name)}/health/ready`);
  return ((await answer.json()) as { redis: boolean }).redis;
};

faultRow(
  {
    row: 8,
    fault: "Redis is away",
    expected: "issued by the fence alone; where no issuer serves, 500 with the issuance cancelled",
    check: "I6 I10",
  },
  async () => {
    await warmUp(system, 8);
    await redisAway();
    const answers = await Promise.all([1, 2, 3].map(() => post(system, invoiceOf(8))));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);

    for (const name of issuers) system.freeze(name);
    for (const name of issuers) await system.frozen(name);
    const isInOutage = async () =>
      (await system.sql("SELECT FROM issuer_reachability WHERE last_heartbeat_at > now() - interval '12 seconds'"))
        .length === 0;
    await waitFor(isInOutage, { message: "the issuers to be forgotten", timeoutMs: 30_000 });
    const cancelled = invoiceOf(8);
    const refused = await post(system, cancelled, { via: "api-2" });
    expect([refused.status, refused.body.error]).toEqual([
      500,
      expect.stringMatching(/^No issuer gives a sign of life/),
    ]);
    expect(await stateOf(system, cancelled)).toMatchObject({ state: "cancelled" });

    await redisBack();
    for (const name of issuers) system.thaw(name);
    expect(await postUntilFinal(system, cancelled)).toMatchObject({
      status: 201,
      body: { result: { voucherNumber: 5 } },
    });
    await expectAgreement(system, 8);
    for (const name of processes) await waitFor(() => seesRedis(name), { message: `${name} to see Redis` });
  },
);

faultRow(
  {
    row: 9,
    fault: "Redis loses all jobs",
    expected: "the sweep wakes the sequence",
    check: "I10",
  },
  async () => {
    await warmUp(system, 9);
    await freezeIssuers();
    const bodies = [invoiceOf(9), invoiceOf(9), invoiceOf(9)];
    const answers = bodies.map((body) => post(system, body));
    for (const body of bodies) await waitForState(system, body, "queued");
    await waitFor(async () => (await queue.getWaitingCount()) === bodies.length, { message: "the jobs" });
    await system.redis.flushall();
    for (const name of issuers) system.thaw(name);

    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 201, 201]);
    await expectAgreement(system, 9);
  },
);

faultRow(
  {
    row: 10,
    fault: "a job is delivered twelve times to two issuers",
    expected: "there is one voucher, sent once",
    check: "I5",
  },
  async () => {
    await warmUp(system, 10);
    await freezeIssuers();
    const body = invoiceOf(10);
    const answer = post(system, body);
    await waitForState(system, body, "queued");
    const [row] = await system.sql<{ id: number; revision: number; companyId: number }>(
      `SELECT id, revision, company_id AS "companyId" FROM issuance WHERE idempotency = $1`,
      [body.idempotency],
    );
    if (!row) throw new Error("the issuance is gone");
    const sequence = { companyId: row.companyId, production: false, posNumber: posOf(10), voucherType: 6 };
    const data = { sequence, issuance: { id: row.id, revision: row.revision }, requestId: "again" };
    for (let copy = 1; copy <= 11; copy++) await queue.add(issuanceQueue.name, data, { jobId: `again-${copy}` });
    for (const name of issuers) system.thaw(name);

    expect(await answer).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
    await waitFor(async () => (await queue.getJobCountByTypes("wait", "active", "delayed")) === 0, {
      message: "no copy to be left",
    });
    const asked = await system.authority.requests({ operation: "FECAESolicitar", pos: posOf(10) });
    expect(asked).toHaveLength(2);
    await expectAgreement(system, 10);
  },
);
