import { expect, test } from "vitest";
import { findDaysOfMonth } from "../../../shared/db/overview/month-figures.js";
import { countDoubts, findFailedMails } from "../../../shared/db/overview/troubles.js";
import { addDays, toFiscalDate } from "../../../shared/domain/calendar.js";
import { formatAmount, sum } from "../../../shared/domain/money.js";
import { sumUpMonth } from "../../../shared/domain/month-figures.js";
import { toPesos } from "../../../shared/domain/reports/pesos.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { createRandom } from "../../support/samples/random.js";
import { importedVoucher, type StoredVoucher, storeVouchers } from "../../support/samples/stored-vouchers.js";

const system = await openForFile(openIssuingApp);
const idOf = async (code: string) => (await system.db.company.findUniqueOrThrow({ where: { code } })).id;
const demo: Tenant = { companyId: await idOf("demo"), production: false };
const mono: Tenant = { companyId: await idOf("mono"), production: false };

/** Far from the day of the other tests' vouchers. */
const today = "2026-03-20";
test("the month's figures are those of the vouchers, in pesos, of the company and environment alone", async () => {
  const random = createRandom(7);
  const vouchers = Array.from({ length: 400 }, (_, at): StoredVoucher => {
    const isForeign = random.chance(0.3);
    const { companyId, production } = random.pick([demo, demo, { ...demo, production: true }, mono]);
    return {
      ...importedVoucher({ id: 1_000_000 + at, companyId, pos: 9, type: random.pick([1, 3, 6, 8, 53, 203]) }),
      production,
      date: toFiscalDate(addDays("2026-01-25", random.integer(0, 64))),
      total: (random.next() * 10_000).toFixed(2),
      ...(isForeign && { currency: "DOL", quotation: random.between(900, 1_200).toFixed(6) }),
    };
  });
  // What the request said of the peso's quotation does not count.
  vouchers.push({ ...importedVoucher({ id: 1_000_900, ...demo, pos: 9, type: 6 }), date: "20260302", quotation: "7" });
  await storeVouchers(system.db, vouchers);

  const own = vouchers.filter(({ companyId, production }) => companyId === demo.companyId && !production);
  const isCredit = ({ type }: StoredVoucher) => [3, 8, 53, 203].includes(type);
  const pesosOf = (voucher: StoredVoucher) => {
    const pesos = toPesos(voucher.total, voucher.currency ? (voucher.quotation ?? "") : "1");
    return isCredit(voucher) ? pesos.negated() : pesos;
  };
  const netOf = (some: StoredVoucher[]) => formatAmount(sum(some.map(pesosOf)));
  const within = (from: string, to: string) => own.filter(({ date }) => date >= from && date <= to);
  const [month, before] = [within("20260301", "20260320"), within("20260201", "20260220")];
  expect(Math.min(month.length, before.length)).toBeGreaterThan(30);

  const found = sumUpMonth(await findDaysOfMonth(system.deps.reading.of(demo), demo, today), today);
  expect(found.month).toMatchObject({ vouchers: month.length, net: netOf(month) });
  expect(found.before).toMatchObject({ vouchers: before.length, net: netOf(before) });
  expect(found.days).toHaveLength(20);
  for (const { date, net } of found.days) expect([date, net]).toEqual([date, netOf(within(date, date))]);
});

test("the average is of what is left of sales: one that was credited whole counts for nothing, wherever its note's day is", async () => {
  const voucherOf = (at: number, type: number, total: string, date: string, over: object = {}): StoredVoucher => ({
    ...importedVoucher({ id: 1_001_000 + at, companyId: mono.companyId, pos: 8, type }),
    ...{ production: true, date, total, ...over },
  });
  const sales = [
    voucherOf(1, 6, "1000.00", "20250310"),
    voucherOf(2, 6, "600.00", "20250311"),
    voucherOf(3, 6, "300.00", "20250311"),
    voucherOf(4, 6, "10.00", "20250312", { currency: "DOL", quotation: "1000" }),
  ];
  const notes = [
    // The first whole, on a day after today; of the second a half; of the fourth all, at another quotation.
    [1, voucherOf(5, 8, "1000.00", "20250330")],
    [2, voucherOf(6, 8, "300.00", "20250312")],
    [4, voucherOf(7, 8, "10.00", "20250312", { currency: "DOL", quotation: "900" })],
  ] as const;
  await storeVouchers(system.db, [...sales, ...notes.map(([, note]) => note)]);
  const scope = { ...mono, production: true };
  for (const [at, { id }] of notes)
    await system.db.$executeRaw`
      INSERT INTO voucher_note (company_id, production, pos_number, voucher_type, voucher_number, note_id)
      SELECT company_id, production, pos_number, voucher_type, voucher_number, ${id} FROM voucher WHERE id = ${1_001_000 + at}`;
  const { month } = sumUpMonth(await findDaysOfMonth(system.deps.reading.of(scope), scope, "2025-03-20"), "2025-03-20");
  // 300 are left of the second, and all of the third.
  expect(month).toMatchObject({ net: "2600.00", average: "300.00" });
});

test("a mail that failed is told until its voucher was mailed to somebody else", async () => {
  const db = system.deps.reading.of(demo);
  const { body } = await system.post(invoiceB({ emails: [{ email: "gone@example.com" }] }));
  expect(await findFailedMails(db, demo, 3)).toEqual([]);
  await system.db.recipient.create({
    data: {
      companyId: demo.companyId,
      voucherId: body.result.id,
      slot: 1,
      email: "gone@example.com",
      pdfVersions: [1],
      state: "failed",
    },
  });
  const { id: voucherId, voucherNumber } = body.result;
  expect(await findFailedMails(db, demo, 3)).toEqual([
    { voucherId, voucherType: 6, posNumber: 1, voucherNumber, email: "gone@example.com" },
  ]);
  for (const other of [{ ...demo, production: true }, mono])
    expect(await findFailedMails(system.deps.reading.of(other), other, 3)).toEqual([]);

  await system.db.recipient.create({
    data: { companyId: demo.companyId, voucherId, slot: 2, email: "right@example.com", pdfVersions: [1] },
  });
  expect(await findFailedMails(db, demo, 3)).toEqual([]);
});

test("what the authority left in doubt is counted", async () => {
  const db = system.deps.reading.of(demo);
  const body = invoiceB();
  expect((await system.post(body)).status).toBe(201);
  expect(await countDoubts(db, demo)).toBe(0);
  await system.db.$executeRaw`
    INSERT INTO issuance (company_id, production, idempotency, pos_number, voucher_type, state, body_hash, request_id, period_start, deadline_at,
      number, submitted_at, epoch, doubt, body, amounts, declared, api_key_id)
    SELECT company_id, production, 'in-doubt', 2, voucher_type, 'submitted', body_hash, request_id, period_start, deadline_at,
      1, now(), 1, 'unconfirmed', '{}', '{}', '{}', api_key_id FROM issuance WHERE idempotency = ${body.idempotency}`;
  expect(await countDoubts(db, demo)).toBe(1);
  expect(await countDoubts(system.deps.reading.of(mono), mono)).toBe(0);
});
