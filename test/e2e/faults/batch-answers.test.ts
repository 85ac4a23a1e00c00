import { afterAll, beforeAll, expect, test } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import { fromGroup } from "../../support/groups.js";
import type { System } from "../../support/processes/system.js";
import { endWithoutViolation } from "../ledgers.js";
import { restartWith, reviveAfterCrash } from "./crash.js";
import { faultRow } from "./fault-row.js";
import {
  expectAgreement,
  grantedAt,
  invoiceOf,
  lineUp,
  numbersOf,
  posOf,
  post,
  requestsAt,
  startFaultSystem,
  stateOf,
  warmUp,
} from "./fault-system.js";

let system: System;
beforeAll(async () => {
  system = await startFaultSystem({ spares: ["issuer-2"], env: { ISSUE_BATCH_MAX: "10" } });
});
afterAll(async () => {
  await endWithoutViolation(system);
});

/** Only the authority refuses a letter B to a taxpayer registered for VAT. Source: issuer/authority/README.md, section 4. */
const rejected = { customer: { docType: 80, docNumber: "20111111112", name: "Almacén Sur", taxType: 1 } };

const thaw = () => system.thaw("issuer");

const askedFor = async (row: number): Promise<number[][]> =>
  (await requestsAt(system, row)).map(({ numbers }) => numbers);

faultRow(
  {
    row: 40,
    fault: "the authority grants only some of the vouchers in one call",
    expected: "each has its own result, the numbers behind the refused one are sent again, and there is no gap",
    check: "I1 I3",
  },
  async () => {
    await warmUp(system, 40);
    system.freeze("issuer");
    const { answers } = await lineUp(system, 40, [{}, {}, rejected, {}, {}], thaw);
    const told = await answers;
    expect(numbersOf(told)).toEqual([2, 3, 422, 4, 5]);
    expect(told[2]?.body).toMatchObject({ code: "TAXAUTH_ERROR" });
    expect(await askedFor(40)).toEqual([[1], [2, 3, 4, 5, 6], [4, 5]]);
    await expectAgreement(system, 40);
  },
);

faultRow(
  {
    row: 72,
    fault: "a successor's send rejects the first of two, and then the zombie's request for both arrives",
    expected: "the second has the first one's number, and the zombie's request is granted nothing",
    check: "I1 I3",
  },
  async () => {
    await restartWith(system, "issuer", "before_first_byte:stop@2");
    await system.expireLocks();
    await warmUp(system, 72);
    system.freeze("issuer");
    const { bodies, answers } = await lineUp(system, 72, [rejected, {}], thaw);
    await system.frozen("issuer");
    expect(await Promise.all(bodies.map((body) => stateOf(system, body)))).toMatchObject([
      { state: "submitted", number: 2 },
      { state: "submitted", number: 3 },
    ]);
    await system.expireLocks();
    await system.start("issuer-2");
    expect(numbersOf(await answers)).toEqual([422, 2]);

    system.thaw("issuer");
    await waitFor(async () => (await askedFor(72)).some((numbers) => numbers.length === 2), {
      message: "the zombie's request",
    });
    expect(await post(system, invoiceOf(72))).toMatchObject({ status: 201, body: { result: { voucherNumber: 3 } } });
    expect((await grantedAt(system, posOf(72))).map(({ number }) => number)).toEqual([1, 2, 3]);
    await expectAgreement(system, 72);
    await system.kill("issuer-2");
    await system.kill("issuer");
    await system.expireLocks();
    await system.start("issuer");
  },
);

test("waiting issuances go in one call in the order of their line [I3]", async () => {
  await warmUp(system, 1);
  system.freeze("issuer");
  const { answers } = await lineUp(system, 1, Array(12).fill({}), thaw);
  expect(numbersOf(await answers)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  expect((await askedFor(1)).map(({ length }) => length)).toEqual([1, 10, 2]);
  await expectAgreement(system, 1);
});

test("after a lost answer to a batch each number is looked up in order and adopted [I1 I2]", async () => {
  await warmUp(system, 2);
  await system.authority.pushFault({ operation: "FECAESolicitar", when: "after", action: "drop", pos: posOf(2) });
  system.freeze("issuer");
  const { answers } = await lineUp(system, 2, [{}, {}, {}], thaw);
  expect(numbersOf(await answers)).toEqual([2, 3, 4]);
  expect(await askedFor(2)).toEqual([[1], [2, 3, 4]]);
  await expectAgreement(system, 2);
});

test("after a lost batch request each number is sent again in order [I1 I3]", async () => {
  await warmUp(system, 3);
  await system.authority.pushFault({ operation: "FECAESolicitar", when: "before", action: "drop", pos: posOf(3) });
  system.freeze("issuer");
  const { answers } = await lineUp(system, 3, [{}, rejected, {}], thaw);
  expect(numbersOf(await answers)).toEqual([2, 422, 3]);
  await expectAgreement(system, 3);
});

test("a refusal of a whole batch gives each caller 422 and uses no number [I11]", async () => {
  await warmUp(system, 4);
  await system.authority.pushFault({ operation: "FECAESolicitar", action: "error", code: "10005", pos: posOf(4) });
  system.freeze("issuer");
  const { answers } = await lineUp(system, 4, [{}, {}, {}], thaw);
  expect(numbersOf(await answers)).toEqual([422, 422, 422]);
  expect(await post(system, invoiceOf(4))).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
  await expectAgreement(system, 4);
});

test("when a foreign voucher took the first number, the batch moves behind it [I7 I3]", async () => {
  await warmUp(system, 5);
  await system.authority.issueForeign({ cuit: "30712345671", pos: posOf(5), type: 6 });
  system.freeze("issuer");
  const { answers } = await lineUp(system, 5, [{}, {}, {}], thaw);
  expect(numbersOf(await answers)).toEqual([3, 4, 5]);
  await expectAgreement(system, 5);
});

const crashes: [when: string, point: string, row: number][] = [
  ["before its send", "after_tx2", 6],
  ["between the answer and its commit", "after_answer", 7],
  ["right after its commit", "after_tx3", 8],
];

test.each(fromGroup("faults", crashes, ([, point]) => point === "after_answer"))(
  "after the issuer is killed with a batch %s, each key has one voucher [I1 I2 I10]",
  async (_when, point, row) => {
    await restartWith(system, "issuer", `${point}:kill@2`);
    await system.expireLocks();
    await warmUp(system, row);
    system.freeze("issuer");
    const { answers } = await lineUp(system, row, [{}, {}, {}, {}], thaw);
    await reviveAfterCrash(system, "issuer");
    expect(numbersOf(await answers)).toEqual([2, 3, 4, 5]);
    expect((await grantedAt(system, posOf(row))).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    await expectAgreement(system, row);
  },
);

test("a voucher refused for its rounding is split and sent again, and the numbers behind it follow", async () => {
  await warmUp(system, 9);
  system.freeze("issuer");
  const items = Array.from({ length: 3 }, () => ({ description: "Pan", quantity: 1, price: 100, taxType: 5 }));
  const { answers } = await lineUp(system, 9, [{}, { items, priceIncludesVat: true }, {}], thaw);
  expect(numbersOf(await answers)).toEqual([2, 3, 4]);
  await expectAgreement(system, 9);
});

test("when the quota ends inside a batch, the vouchers that fit are issued and the others get 429 [I8]", async () => {
  await warmUp(system, 10);
  const [usage] = await system.sql<{ used: number }>(
    "SELECT (used_production + used_homologation + reserved)::int AS used FROM usage_period u JOIN company c ON c.id = u.company_id WHERE c.code = 'demo'",
  );
  system.freeze("issuer");
  const { answers } = await lineUp(system, 10, [{}, {}, {}, {}, {}], async () => {
    await system.sql("UPDATE plan SET monthly_vouchers = $1", [(usage?.used ?? 0) + 3]);
    thaw();
  });
  const told = await answers;
  expect(numbersOf(told)).toEqual([2, 3, 4, 429, 429]);
  expect(told[4]?.body).toMatchObject({ code: "SUBSCRIPTION_QUOTA_EXCEEDED" });
  await system.sql("UPDATE plan SET monthly_vouchers = 100000");
  await expectAgreement(system, 10);
});
