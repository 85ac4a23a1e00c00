import { expect, test } from "vitest";
import { checkNumbers } from "../../../api/admin/check-numbers.js";
import type { Operator } from "../../../api/operations/operator.js";
import type { AuthorityClient } from "../../../api/operations/reconcile/authority-client.js";
import { importForeign } from "../../../api/operations/reconcile/import-foreign.js";
import { reconcileSequence } from "../../../api/operations/reconcile/reconcile-sequence.js";
import { dueVouchers, findPrintable } from "../../../shared/db/delivery/pdfs.js";
import { countBacklog } from "../../../shared/db/issuing/backlog.js";
import { listNumbersBehind } from "../../../shared/db/reconcile/number-checks.js";
import type { RecordedVoucher } from "../../../shared/domain/recorded-voucher.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";

const system = await openForFile(openIssuingApp);
const [company] = await system.db.$queryRaw<[{ id: number }]>`SELECT id FROM company WHERE code = 'demo'`;
const operator: Operator = { db: system.db, actor: { type: "admin" }, companyId: company.id, production: false };

let lastPos = 100;
/** A new sequence that no other test uses. */
const newSequence = (): SequenceKey => ({
  companyId: operator.companyId,
  production: false,
  posNumber: ++lastPos,
  voucherType: 6,
});

const foreign = (voucherNumber: number, over: Partial<RecordedVoucher> = {}): RecordedVoucher => ({
  voucherNumber,
  voucherDate: "20260818",
  authorization: "CAE",
  cae: "86330767799632",
  caeExpirationDate: "20260828",
  processedAt: "2026-08-18T16:07:42.000Z",
  observations: [],
  concept: 1,
  docType: 99,
  docNumber: "0",
  totalAmount: "121",
  netAmount: "100",
  vatAmount: "21",
  exemptAmount: "0",
  notTaxableAmount: "0",
  tributesAmount: "0",
  serviceFrom: null,
  serviceTo: null,
  serviceExpiration: null,
  currency: "PES",
  currencyQuotation: "1",
  cancelsInSameForeignCurrency: null,
  receiverTaxConditionId: null,
  vat: [{ taxType: 5, base: "100", amount: "21" }],
  tributes: [],
  associatedVouchers: [],
  associatedPeriod: null,
  optionals: [],
  activities: [],
  buyers: [],
  others: [],
  ...over,
});

/** An authority that holds the numbers from 1 to `last`. */
const holding = (last: number, asked: number[] = []): AuthorityClient => ({
  lastNumber: async () => ({ number: last, refused: null }),
  async lookUp(_, number) {
    asked.push(number);
    return number <= last ? { outcome: "found", voucher: foreign(number) } : { outcome: "absent" };
  },
});

const options = {
  from: undefined,
  to: undefined,
  import: true,
  onlyIfUsed: false,
  progress: () => undefined,
  pauseMs: 0,
};

/** Adds an issuance whose number is written ahead and not answered yet. */
async function writeAhead({ companyId, posNumber, voucherType }: SequenceKey, number: number): Promise<void> {
  await system.db.$executeRaw`
    INSERT INTO issuance (company_id, production, idempotency, pos_number, voucher_type, state, body, amounts, body_hash, request_id,
      period_start, deadline_at, number, submitted_at, epoch)
    VALUES (${companyId}, false, ${`open-${posNumber}`}, ${posNumber}, ${voucherType}, 'submitted', '{}', '{}', '', 'r', now(), now(),
      ${number}, now(), 1)`;
}

const numbersOf = async ({ posNumber }: SequenceKey) =>
  (
    await system.db.$queryRaw<{ number: number }[]>`
      SELECT voucher_number AS number FROM voucher WHERE pos_number = ${posNumber} ORDER BY voucher_number`
  ).map(({ number }) => number);

test("a number of an open issuance is reported as unsettled and never imported", async () => {
  const key = newSequence();
  await writeAhead(key, 3);
  const report = await reconcileSequence(operator, holding(4), key, options);
  expect(report).toMatchObject({ imported: [1, 2, 4], unsettled: [3], differs: true, foreign: [{}, {}, {}] });
  // Not even when the look-up came before the write-ahead.
  expect(await importForeign(operator, key, [foreign(3), foreign(5)])).toEqual([5]);
  expect(await numbersOf(key)).toEqual([1, 2, 4, 5]);
});

test("an import skips the number of an issuance that is just being recorded", async () => {
  const key = newSequence();
  await writeAhead(key, 1);
  await system.db.$transaction(async (tx) => {
    await tx.$executeRaw`UPDATE issuance SET state = 'approved' WHERE idempotency = ${`open-${key.posNumber}`}`;
    expect(await importForeign(operator, key, [foreign(1)])).toEqual([]);
  });
  expect(await numbersOf(key)).toEqual([]);
});

test("two simultaneous imports add every voucher once, and existing vouchers stay unchanged", async () => {
  const key = newSequence();
  const vouchers = Array.from({ length: 50 }, (_, index) => foreign(index + 1));
  const added = await Promise.all([importForeign(operator, key, vouchers), importForeign(operator, key, vouchers)]);
  expect(added.flat().sort((a, b) => a - b)).toEqual(vouchers.map(({ voucherNumber }) => voucherNumber));
  expect(
    await importForeign(operator, key, [foreign(1, { totalAmount: "1", netAmount: "1", vatAmount: "0" })]),
  ).toEqual([]);
  const [row] = await system.db.$queryRaw<{ total: string }[]>`
    SELECT total_amount::text AS total FROM voucher WHERE pos_number = ${key.posNumber} AND voucher_number = 1`;
  expect(row).toEqual({ total: "121.00" });
});

test("an imported voucher causes no PDF, no mail and no quota usage", async () => {
  const key = newSequence();
  const usage = () => system.db.usagePeriod.findMany();
  const before = { usage: await usage(), backlog: await countBacklog(system.db) };
  await reconcileSequence(operator, holding(3), key, options);
  expect({ usage: await usage(), backlog: await countBacklog(system.db) }).toEqual(before);
  expect(await dueVouchers(system.db, 100)).toEqual([]);
  expect(await system.db.recipient.count()).toBe(0);
  const [imported] = await system.db.$queryRaw<
    { id: number }[]
  >`SELECT id FROM voucher WHERE pos_number = ${key.posNumber}`;
  expect(await findPrintable(system.db, imported?.id ?? 0), "not even a forged job prints it").toBeUndefined();
});

test("an imported voucher is listed, filtered and counted like the others, with unknown fields empty", async () => {
  const key = newSequence();
  const tribute = { type: 99, baseAmount: "100", aliquot: "1.5", subtotal: "1.5", description: null };
  const dollars = {
    currency: "DOL",
    currencyQuotation: "1155.114",
    tributes: [tribute],
    tributesAmount: "1.5",
    totalAmount: "122.5",
  };
  await importForeign(operator, key, [foreign(1, dollars)]);
  const { status, body } = await system.get(`/invoices?pos=${key.posNumber}&source=rcel&created__lt=2026-08-19`);
  expect([status, body.total]).toEqual([200, 1]);
  expect(body.result[0]).toMatchObject({
    created: "2026-08-18T16:07:42.000Z",
    currencyQuotation: "1155.114000",
    tributes: [{ type: 99, subtotal: 1.5 }],
    associatedVouchers: null,
    customer: { name: "", taxType: null },
    legend: null,
    apiKeyId: null,
  });
});

test("vouchers under CAEA that are not reported yet are no difference, reported ones are compared", async () => {
  const key = newSequence();
  const underCaea = { authorization: "CAEA" as const, cae: "26463476341977" };
  await importForeign(
    operator,
    key,
    [1, 2, 3, 4].map((number) => foreign(number, underCaea)),
  );
  const { companyId, production, posNumber, voucherType } = key;
  await system.db.sequence.create({ data: { ...key, lastNumber: 4 } });
  await system.db.$executeRaw`
    WITH code AS (
      INSERT INTO caea (company_id, production, period, fortnight, valid_from, valid_to)
      VALUES (${companyId}, ${production}, 202608, 2, '20260816', '20260831') RETURNING id
    )
    INSERT INTO caea_report (voucher_id, company_id, production, pos_number, voucher_type, voucher_number, caea_id, declared, generated_at, state)
    SELECT v.id, v.company_id, v.production, v.pos_number, v.voucher_type, v.voucher_number, code.id, '{}', now(),
      CASE v.voucher_number WHEN 3 THEN 'rejected' ELSE 'due' END
    FROM voucher v, code WHERE v.company_id = ${companyId} AND v.pos_number = ${posNumber} AND v.voucher_type = ${voucherType} AND v.voucher_number > 2`;
  const line: AuthorityClient = {
    ...holding(2),
    async lookUp(_, number) {
      return number <= 2 ? { outcome: "found", voucher: foreign(number, underCaea) } : { outcome: "absent" };
    },
  };
  const told = {
    equal: 2,
    unreported: [{ number: 3 }, { number: 4 }],
    missing: [],
    numbering: "equal",
    differs: false,
  };
  expect(await reconcileSequence(operator, line, key, options)).toMatchObject(told);

  const asCae = await reconcileSequence(operator, holding(2), key, options);
  expect(asCae?.different.map(({ fields }) => fields.map(({ field }) => field))).toEqual(
    Array(2).fill(["authorization", "cae"]),
  );

  await system.db.caeaReport.updateMany({ where: { posNumber }, data: { state: "reported", reportedAt: new Date() } });
  expect(await reconcileSequence(operator, line, key, options)).toMatchObject({
    ...told,
    ...{ unreported: [], missing: [{ number: 3 }, { number: 4 }], numbering: "ahead", differs: true },
  });
});

test("the comparison includes a short run of numbers before our first voucher, but no long one", async () => {
  for (const [first, from] of [
    [1_001, 1],
    [1_002, 1_002],
  ] as const) {
    const key = newSequence();
    await importForeign(operator, key, [foreign(first)]);
    const asked: number[] = [];
    const progress: [number, number][] = [];
    const report = await reconcileSequence(operator, holding(first + 4, asked), key, {
      ...options,
      import: false,
      progress: (done, total) => progress.push([done, total]),
    });
    const count = first + 4 - from + 1;
    expect([report?.compared, report?.equal]).toEqual([{ from, to: first + 4 }, 1]);
    expect(report?.foreign).toHaveLength(count - 1);
    expect(asked.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => from + index));
    expect(progress.at(-1)).toEqual([count, count]);
  }
});

test("an unused sequence is left out unless it was named", async () => {
  const key = newSequence();
  expect(await reconcileSequence(operator, holding(0), key, { ...options, onlyIfUsed: true })).toBeUndefined();
  expect(await reconcileSequence(operator, holding(0), key, options)).toMatchObject({ compared: null, differs: false });
});

test("numbers beyond the compared range also count as a difference", async () => {
  const report = await reconcileSequence(operator, holding(9), newSequence(), { ...options, to: 5 });
  expect(report).toMatchObject({ imported: [1, 2, 3, 4, 5], numbering: "behind", differs: true });
});

test("a comparison of a whole company keeps the numbers that differ, and clears them once they are explained", async () => {
  const key = newSequence();
  await system.db.sequence.create({ data: { ...key, lastNumber: 1, incarnation: 1 } });
  const line: AuthorityClient = {
    ...holding(0),
    lastNumber: async ({ posNumber }) => ({ number: posNumber === key.posNumber ? 3 : 0, refused: null }),
  };
  const tenant = { companyId: operator.companyId, production: false };
  const behindOf = async () => {
    const { sequences } = await checkNumbers(system.db, line, tenant, "demo");
    const kept = await listNumbersBehind(system.db);
    return [
      sequences.find(({ pos }) => pos === key.posNumber)?.behind,
      kept.find(({ code }) => code === "demo")?.behind,
    ];
  };
  // The other tests' numberings are ahead of this authority: only this one's change is looked at.
  const [before, keptBefore = 0] = await behindOf();
  expect(before).toBe(2);
  await importForeign(operator, key, [foreign(2), foreign(3)]);
  expect(await behindOf()).toEqual([0, keptBefore - 2 === 0 ? undefined : keptBefore - 2]);
});
