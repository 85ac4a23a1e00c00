import { afterAll, beforeAll, expect } from "vitest";
import type { System } from "../../support/processes/system.js";
import { endWithoutViolation } from "../ledgers.js";
import { concurrentFaultRow } from "./fault-row.js";
import {
  expectAgreement,
  invoiceOf,
  otherPosOf,
  posOf,
  post,
  startFaultSystem,
  stateOf,
  waitForState,
  warmUp,
} from "./fault-system.js";

// Each row has its own sequence, and an API of its own where that is killed or cut off: so the rows run concurrently.
let system: System;
beforeAll(async () => {
  system = await startFaultSystem({ spares: ["api-2", "api-3", "api-4", "api-5"] });
});
afterAll(async () => {
  await endWithoutViolation(system);
});

concurrentFaultRow(
  {
    row: 1,
    fault: "the API is killed while it validates",
    expected: "nothing is stored, and the same key issues later",
    check: "I1 I6",
  },
  async () => {
    const body = invoiceOf(1);
    await system.start("api-2", { FAILPOINT: "before_check:kill" });
    await expect(post(system, body, { via: "api-2" })).rejects.toThrow();
    expect(await system.exited("api-2")).toMatchObject({ signal: "SIGKILL" });

    expect(await stateOf(system, body)).toBeUndefined();
    expect((await post(system, body)).status).toBe(201);
    await expectAgreement(system, 1);
  },
);

concurrentFaultRow(
  {
    row: 2,
    fault: "the API is killed before the record is committed",
    expected: "nothing is stored, and the same key issues later",
    check: "I1",
  },
  async () => {
    const body = invoiceOf(2);
    await system.start("api-3", { FAILPOINT: "before_tx1:kill" });
    await expect(post(system, body, { via: "api-3" })).rejects.toThrow();
    expect(await system.exited("api-3")).toMatchObject({ signal: "SIGKILL" });

    expect(await stateOf(system, body)).toBeUndefined();
    expect((await post(system, body)).status).toBe(201);
    await expectAgreement(system, 2);
  },
);

concurrentFaultRow(
  {
    row: 3,
    fault: "the API is killed between the record and its job",
    expected: "the sweep wakes the sequence, and the same key gives the voucher",
    check: "I1 I10",
  },
  async () => {
    const body = invoiceOf(3);
    await system.start("api-4", { FAILPOINT: "after_tx1:kill" });
    await expect(post(system, body, { via: "api-4" })).rejects.toThrow();
    await waitForState(system, body, "approved");
    expect(await system.exited("api-4")).toMatchObject({ signal: "SIGKILL" });

    const replay = await post(system, body);
    expect(replay).toMatchObject({ status: 200, body: { result: { idempotencyHit: true, voucherNumber: 1 } } });
    await expectAgreement(system, 3);
  },
);

concurrentFaultRow(
  {
    row: 4,
    fault: "the connection is cut during the record's commit",
    expected: "500, and the same key finds the record or makes it",
    check: "I1 I6",
  },
  async () => {
    const insert = "talonario_record_new";
    const toPostgres = system.proxies.of("api-5", "postgres");
    await system.start("api-5");

    const committed = invoiceOf(4);
    toPostgres.strike({ match: insert, lose: "answer" });
    expect((await post(system, committed, { via: "api-5" })).status).toBe(500);
    expect(await stateOf(system, committed)).toBeDefined();
    expect((await post(system, committed)).status).toBe(200);

    const lost = invoiceOf(4);
    toPostgres.strike({ match: insert, lose: "request" });
    expect((await post(system, lost, { via: "api-5" })).status).toBe(500);
    expect(await stateOf(system, lost)).toBeUndefined();
    expect((await post(system, lost)).status).toBe(201);
    await expectAgreement(system, 4);
  },
);

concurrentFaultRow(
  {
    row: 5,
    fault: "the same key with the same body is sent several times at once",
    expected: "every caller gets the one voucher, and one of them gets it as new",
    check: "I1 I8",
  },
  async () => {
    const body = invoiceOf(5);
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(system, body)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.body.result.id)).size).toBe(1);
    expect(answers.filter((answer) => answer.body.quota !== null)).toHaveLength(1);
    await expectAgreement(system, 5);
  },
);

concurrentFaultRow(
  {
    row: 6,
    fault: "the same key is sent for two points of sale at once",
    expected: "one is issued, and the other gets 409",
    check: "I1",
  },
  async () => {
    const body = invoiceOf(6);
    const answers = await Promise.all([
      post(system, body),
      post(system, { ...body, posNumber: otherPosOf(6) }),
      post(system, {
        ...body,
        voucherType: 7,
        associatedVouchers: [{ voucherType: 6, posNumber: posOf(6), voucherNumber: 1 }],
      }),
    ]);

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    for (const { body: answer } of answers.filter(({ status }) => status === 409))
      expect(answer).toMatchObject({ ok: false, code: "VALIDATION_ERROR" });
    await expectAgreement(system, 6);
  },
);

concurrentFaultRow(
  {
    row: 7,
    fault: "the same key comes with another body while the first is unresolved",
    expected: "the first is resolved with its own content and returned",
    check: "I1 I7",
  },
  async () => {
    await warmUp(system, 7);
    const pos = posOf(7);
    await system.authority.pushFault({ operation: "FECAESolicitar", when: "after", action: "drop", pos });
    await system.authority.pushFault({ operation: "FECompConsultar", action: "status", pos, times: null });
    const body = invoiceOf(7);
    const first = await post(system, body);
    expect(first).toMatchObject({ status: 409, body: { code: "TAXAUTH_UNCONFIRMED" } });

    const second = post(system, { ...body, items: invoiceOf(7).items });
    await system.authority.clearFaults({ pos });

    const [item] = body.items;
    expect(await second).toMatchObject({
      status: 200,
      body: { result: { voucherNumber: 2, totalAmount: item?.price, idempotencyHit: true } },
    });
    await expectAgreement(system, 7);
  },
);
