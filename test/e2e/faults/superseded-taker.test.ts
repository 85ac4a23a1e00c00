import path from "node:path";
import { Queue } from "bullmq";
import { afterAll, beforeAll, expect } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import { issuanceQueue } from "../../../shared/queues/issuance.js";
import { waitFor } from "../../sandbox/wait-for.js";
import type { ProcessName, System } from "../../support/processes/system.js";
import { endWithoutViolation } from "../ledgers.js";
import { restartWith } from "./crash.js";
import { faultRow } from "./fault-row.js";
import {
  expectAgreement,
  grantedAt,
  type Invoice,
  invoiceOf,
  otherPosOf,
  posOf,
  post,
  postUntilFinal,
  requestsAt,
  startFaultSystem,
  stateOf,
  waitForState,
  warmUp,
} from "./fault-system.js";

let system: System;
beforeAll(async () => {
  system = await startFaultSystem({
    processes: ["api", "api-2", "issuer"],
    spares: ["issuer-2"],
    env: { TAXAUTH_TIMEOUT_MS: "15000" },
    processEnv: { "api-2": { LOCK_WAIT_MS: "1500" } },
  });
});
afterAll(async () => {
  await endWithoutViolation(system);
});

const lastNumberAsked = async (row: number) =>
  (await system.authority.requests({ operation: "FECompUltimoAutorizado", pos: posOf(row) })).length;
const askedFor = (row: number) => requestsAt(system, row);

/** Makes one issuer stand still at this failpoint of its second voucher, while the other one is not running. */
async function zombieAt(row: number, point: string): Promise<{ body: Invoice; answer: ReturnType<typeof post> }> {
  await system.kill("issuer-2");
  await restartWith(system, "issuer", `${point}:stop@2`);
  await system.expireLocks();
  await warmUp(system, row);
  const body = invoiceOf(row);
  const answer = post(system, body);
  await system.frozen("issuer");
  return { body, answer };
}

async function startSuccessor(): Promise<void> {
  await system.expireLocks();
  await system.start("issuer-2");
}

faultRow(
  {
    row: 17,
    fault:
      "a worker stands still between write-ahead and send, a successor looks up, and the zombie's request is granted",
    expected: "the successor's request is refused and it adopts the voucher, and the zombie's commit is void",
    check: "I1 I4 I5 I7",
  },
  async () => {
    const { answer } = await zombieAt(17, "before_first_byte");
    await system.authority.pushFault({
      operation: "FECAESolicitar",
      when: "before",
      action: "delay",
      ms: 4_000,
      pos: posOf(17),
    });
    await startSuccessor();
    await waitFor(async () => (await askedFor(17)).length === 2, { message: "the successor's request" });
    system.thaw("issuer");

    expect(await answer).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
    expect((await askedFor(17)).map(({ numbers }) => numbers)).toEqual([[1], [2], [2]]);
    expect(await post(system, invoiceOf(17))).toMatchObject({ status: 201, body: { result: { voucherNumber: 3 } } });
    await expectAgreement(system, 17);
  },
);

faultRow(
  {
    row: 69,
    group: "faults",
    fault: "a zombie's first send arrives after its successor's re-send was granted",
    expected: "the zombie gets 10016, and its renumbering is void",
    check: "I1",
  },
  async () => {
    const { body, answer } = await zombieAt(69, "before_first_byte");
    await startSuccessor();
    expect(await answer).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });

    system.thaw("issuer");
    await waitFor(async () => (await askedFor(69)).length === 3, { message: "the zombie's request" });
    // The third question: after the one before the first voucher and the successor's.
    await waitFor(async () => (await lastNumberAsked(69)) === 3, { message: "the zombie to ask for the last number" });
    expect(await stateOf(system, body)).toMatchObject({ state: "approved", number: 2 });
    expect(await post(system, invoiceOf(69))).toMatchObject({ status: 201, body: { result: { voucherNumber: 3 } } });
    await expectAgreement(system, 69);
  },
);

faultRow(
  {
    row: 47,
    fault: "the epoch changes between the answer and its commit",
    expected: "the commit is void, and the successor has adopted the voucher",
    check: "I5",
  },
  async () => {
    const { body, answer } = await zombieAt(47, "before_tx3");
    expect(await grantedAt(system, posOf(47))).toHaveLength(2);
    await startSuccessor();
    expect(await answer).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });

    system.thaw("issuer");
    await system.stop("issuer");
    await system.start("issuer");
    expect(await stateOf(system, body)).toMatchObject({ state: "approved", number: 2 });
    expect(await askedFor(47)).toHaveLength(2);
    await expectAgreement(system, 47);
  },
);

faultRow(
  {
    row: 66,
    fault:
      "a worker stands still before its write-ahead while the row is cancelled and recorded again with another body",
    expected: "the new body is issued",
    check: "I7",
  },
  async () => {
    await system.kill("issuer-2");
    await restartWith(system, "issuer", "before_tx2:stop@2");
    await system.expireLocks();
    await warmUp(system, 66);
    const body = invoiceOf(66);
    expect((await post(system, body, { via: "api-2" })).status).toBe(429);
    await system.frozen("issuer");
    const changed = { ...body, items: invoiceOf(66).items };
    const answer = postUntilFinal(system, changed);
    await waitFor(async () => (await stateOf(system, body))?.revision === 2, {
      message: "the key to be recorded again",
    });
    system.thaw("issuer");

    expect(await answer).toMatchObject({
      status: 201,
      body: { result: { voucherNumber: 2, totalAmount: changed.items[0]?.price } },
    });
    await expectAgreement(system, 66);
  },
);

faultRow(
  {
    row: 16,
    group: "faults",
    fault: "two issuers run, and the lock lets both in",
    expected: "the epoch decides, and every key has one voucher",
    check: "I5",
  },
  async () => {
    for (const name of ["issuer", "issuer-2"] as const) await restartWith(system, name, "redlock_off");
    await system.authority.set({ latencyMs: 20 });
    const bodies = Array.from({ length: 16 }, (_, index) =>
      invoiceOf(16, { posNumber: index % 2 === 0 ? posOf(16) : otherPosOf(16) }),
    );
    const answers = await Promise.all(bodies.map((body) => postUntilFinal(system, body)));
    await system.authority.set({ latencyMs: 0 });
    expect(new Set(answers.map(({ body }) => body.ok))).toEqual(new Set([true]));
    await expectAgreement(system, 16);
  },
);

faultRow(
  {
    row: 18,
    group: "faults",
    fault: "the clocks of the processes are ten minutes ahead or behind, and one that was ahead is set back",
    expected: "deadlines follow the database's clock, and everything settles",
    check: "I5",
  },
  async () => {
    await warmUp(system, 18);
    const shifted = (name: ProcessName, minutes: number) =>
      system.kill(name).then(() =>
        system.start(name, {
          NODE_OPTIONS: `--import=${path.join(projectFolder, "test", "support", "shift-clock.mjs")}`,
          CLOCK_SHIFT_MS: String(minutes * 60_000),
          TAXAUTH_TIMEOUT_MS: "1500",
        }),
      );
    await Promise.all([shifted("api", -10), shifted("issuer", 10), system.kill("issuer-2")]);
    await system.expireLocks();
    expect((await post(system, invoiceOf(18))).status).toBe(201);

    // The job of an unresolved number comes back later, by the clock of an issuer that is ahead.
    const pos = posOf(18);
    await system.authority.pushFault({ operation: "FECAESolicitar", when: "after", action: "drop", pos });
    await system.authority.pushFault({ operation: "FECompConsultar", action: "status", pos, times: null });
    const body = invoiceOf(18);
    expect((await post(system, body)).status).toBe(409);
    const queue = new Queue(issuanceQueue.name, { connection: system.redis, prefix: "talonario" });
    await waitFor(
      async () => (await queue.getDelayedCount()) > 0 && (await queue.getJobCountByTypes("wait", "active")) === 0,
      { message: "all its jobs to be delayed", intervalMs: 5 },
    );
    await shifted("issuer", -10);
    await queue.close();
    await system.expireLocks();
    await system.authority.clearFaults();

    await waitForState(system, body, "approved");
    expect((await post(system, body)).status).toBe(200);
    await expectAgreement(system, 18);
  },
);
