import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { reasonOf } from "../../../api/admin/doctor/check.js";
import { openCompany } from "../../../api/operations/companies.js";
import { changeSubscription } from "../../../api/operations/subscriptions.js";
import { projectFolder } from "../../../shared/assets/assets.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { recordNumberCheck } from "../../../shared/db/reconcile/number-checks.js";
import { openForFile } from "../../support/open-for-file.js";
import { createDatabase } from "../../support/servers/database.js";
import { sourceFiles } from "../../support/structure/source-files.js";

// What is looked for and then made: two who do it at once both find nothing.
const actor = { type: "admin" } as const;
const several = [1, 2, 3, 4, 5, 6, 7, 8];
const database = await openForFile(createDatabase);
const { db } = await openForFile(() => openDatabase(database.url, { connections: several.length }));

const create = (code: string, monthlyVouchers: number) =>
  openCompany(
    db,
    actor,
    { code, cuit: "30712345671", name: "Nueva", taxType: 1 },
    { anchor: "2026-01-31", until: "2100-01-01", monthlyVouchers },
  );

test("companies that are created at once share a new plan", async () => {
  const made = await Promise.all(several.map((each) => create(`c${each}`, 1_234)));
  expect(new Set(made.map(({ id }) => id)).size).toBe(several.length);
  expect(await db.plan.count({ where: { monthlyVouchers: 1_234 } })).toBe(1);
});

test("of companies that are created at once under one code, one is made, and all others are told that it is there", async () => {
  const made = await Promise.allSettled(several.map(() => create("one", 1_234)));
  const refused = made.flatMap((each) => (each.status === "rejected" ? [each.reason.message] : []));
  expect(refused).toEqual(several.slice(1).map(() => "code: there is a company one already"));
});

test("subscriptions that are changed at once share a new plan", async () => {
  for (const monthlyVouchers of [2_001, 2_002, 2_003]) {
    const changed = several.map(async (each) => {
      const { id: companyId } = await db.company.findUniqueOrThrow({ where: { code: `c${each}` } });
      return changeSubscription({ db, actor, companyId }, { monthlyVouchers });
    });
    for (const { result } of await Promise.all(changed)) expect(result.monthlyVouchers).toBe(monthlyVouchers);
    expect(await db.plan.count({ where: { monthlyVouchers } })).toBe(1);
  }
});

test("numbers that are compared at once are kept once", async () => {
  const { id: companyId } = await db.company.findUniqueOrThrow({ where: { code: "c1" } });
  const tenant = { companyId, production: false };
  await Promise.all(several.map(() => recordNumberCheck(db, tenant, { behind: 3, problem: null })));
  await recordNumberCheck(db, tenant, { behind: 0, problem: "no answer" });
  expect(await db.numberCheck.findMany({ where: { companyId } })).toMatchObject([
    { mismatches: 3, problem: "no answer" },
  ]);
});

test("no error names a constraint, whichever way it came about", async () => {
  const { id: companyId } = await db.company.findUniqueOrThrow({ where: { code: "c1" } });
  const taken = { name: "1234 vouchers a month", monthlyVouchers: 1 };
  const refused = await Promise.allSettled([
    db.plan.create({ data: taken }),
    db.$executeRaw`INSERT INTO plan (name, monthly_vouchers) VALUES (${taken.name}, 1)`,
    db.$transaction((tx) => tx.plan.create({ data: taken })),
    db.$executeRaw`UPDATE subscription SET plan_id = 999999 WHERE company_id = ${companyId}`,
    db.$executeRaw`DELETE FROM plan`,
    db.$executeRaw`UPDATE watermark_state SET waiting_since = now()`,
  ]);
  for (const each of refused) {
    const reason = each.status === "rejected" ? reasonOf(each.reason) : "it was taken";
    expect(reason).toMatch(/Nothing was changed/);
    expect(reason).not.toMatch(/constraint|_key|_pkey|_fkey|watermark_state_reason/);
  }
  expect(reasonOf(new Error("the disk is full"))).toBe("the disk is full");
});

test("no source looks for a row and then makes it in two statements of Prisma's", () => {
  const upserting = sourceFiles.filter((file) =>
    /\.(upsert|connectOrCreate)\b/.test(readFileSync(path.join(projectFolder, file), "utf8")),
  );
  expect(upserting).toEqual([]);
});
