import { expect, test } from "vitest";
import { checkRules } from "../../../api/admin/doctor/rules-check.js";
import { listRules, setRule } from "../../../api/operations/dated-rules.js";
import { creditView } from "../../../renderer/credit-view.js";
import { findPrintable } from "../../../shared/db/delivery/pdfs.js";
import { datedRules } from "../../../shared/domain/dated-rules.js";
import { openForFile } from "../../support/open-for-file.js";
import { quickCommandLine } from "../../support/processes/command-line.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { creditInvoice, fce } from "../../support/samples/fce.js";
import { invoiceB } from "../../support/samples/invoice.js";

let nowMs = 0;
const actor = { type: "admin", name: "ana" } as const;
const api = await openForFile(() => openIssuingApp({}, { now: () => nowMs || Date.now() }));

const problemsOf = async (body: object) =>
  (await api.postTo("/invoices/preview", body)).body.result.problems.map(({ code }: { code: number }) => code);
const fund = (voucherDate: string) =>
  invoiceB({ voucherDate, customer: { docType: 31, docNumber: "12345", name: "Fondo", taxType: 15 } });

test("an operator moves a rule for all companies, which is audited in each, and moves it back", async () => {
  const before = await listRules(api.db);
  expect(before.map(({ name }) => name)).toEqual(Object.keys(datedRules));
  expect(before.every(({ moved }) => !moved)).toBe(true);

  const { result, changed } = await setRule(api.db, actor, "caba-legend", null);
  expect([result, changed]).toEqual([expect.objectContaining({ name: "caba-legend", from: null, moved: true }), true]);
  expect((await setRule(api.db, actor, "caba-legend", null)).changed).toBe(false);
  const entries = await api.db.auditEntry.findMany({ where: { action: "rule.set" } });
  expect(entries).toHaveLength(await api.db.company.count());
  expect(entries[0]).toMatchObject({
    ...{ resourceId: "caba-legend", production: null, actorType: "admin", actorName: "ana" },
    ...{ before: { from: "2027-01-01" }, after: { from: null } },
  });
  await setRule(api.db, actor, "caba-legend", "2027-01-01");
  expect((await listRules(api.db)).find(({ name }) => name === "caba-legend")).toMatchObject({
    from: "2027-01-01",
    moved: true,
  });
});

test("the command line lists and moves them, and names those that there are", async () => {
  const run = quickCommandLine({ DATABASE_URL: api.deps.config.DATABASE_URL });
  const moved = await run("rule", "set", "withheld-a", "--from", "2026-01-01", "--json");
  expect([moved.exitCode, moved.json]).toEqual([
    0,
    { rule: expect.objectContaining({ name: "withheld-a", from: "2026-01-01", moved: true }), changed: true },
  ]);
  const { json } = await run("rule", "list", "--json");
  expect(json.rules.find(({ name }: { name: string }) => name === "withheld-a")).toMatchObject({
    ...{ from: "2026-01-01", until: null, moved: true },
  });
  expect((await run("rule", "set", "withheld-a", "--from", "never")).stdout).toMatch(/withheld-a +never/);
  const unknown = await run("rule", "set", "no-such-rule", "--from", "never", "--json");
  expect([unknown.exitCode, unknown.json.error]).toEqual([2, expect.stringContaining("There are: identification-")]);
  expect((await run("rule", "set", "withheld-a", "--from", "2026-02-30")).exitCode).toBe(2);
});

test("a preview follows at midnight in Argentina, and at once when the day is moved", async () => {
  await setRule(api.db, actor, "codes-of-v4.7", "2026-12-01");
  nowMs = Date.parse("2026-11-30T23:59:30-03:00");
  expect(await problemsOf(fund("20261130"))).toEqual([]);
  nowMs = Date.parse("2026-12-01T00:00:30-03:00");
  expect(await problemsOf(fund("20261201"))).toEqual([10271]);
  await setRule(api.db, actor, "codes-of-v4.7", null);
  expect(await problemsOf(fund("20261201"))).toEqual([]);
  await setRule(api.db, actor, "codes-of-v4.7", "2026-09-01");
  expect(await problemsOf(fund("20261201"))).toEqual([10271]);

  const items = [{ description: "Heladera", quantity: 1, price: 500_000, taxType: 5 }];
  expect(await problemsOf(invoiceB({ voucherDate: "20261201", items }))).toEqual([]);
  await setRule(api.db, actor, "identification-10000000", "2026-12-02");
  expect(await problemsOf(invoiceB({ voucherDate: "20261201", items }))).toEqual([10015]);
  await setRule(api.db, actor, "identification-10000000", "2025-05-29");
  nowMs = 0;
});

test("the page follows, too", async () => {
  await api.db.$executeRaw`UPDATE company SET fce = ${JSON.stringify(fce)}::jsonb WHERE code = 'demo'`;
  const { id } = (await api.post(creditInvoice())).body.result;
  const legendOf = async () => {
    const voucher = await findPrintable(api.db, id);
    return voucher && creditView(voucher)?.legend;
  };
  expect(await legendOf()).toContain("15 días");
  await setRule(api.db, actor, "fce-acceptance-15-days", null);
  expect(await legendOf()).toContain("21 días");
  await setRule(api.db, actor, "fce-acceptance-15-days", "2026-11-01");
  expect(await legendOf()).toContain("15 días");
});

test("the doctor tells what begins soon, what began, and what was moved", async () => {
  const told = async (instant: string) => (await checkRules(api.db, Date.parse(instant))).detail;
  expect(await told("2026-11-30T23:59:00-03:00")).toContain("from 2026-12-01 receiver-condition");
  expect(await told("2026-12-01T00:00:00-03:00")).toContain("since 2026-12-01 receiver-condition");
  expect(await told("2026-12-01T00:00:00-03:00")).toContain("moved by an operator: ");
  expect(await told("2030-01-01T00:00:00-03:00")).not.toContain("receiver-condition");
});
