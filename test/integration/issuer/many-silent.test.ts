import { expect, test } from "vitest";
import { openContingency, probePlaces } from "../../../issuer/contingency/open-contingency.js";
import type { AuthoritySession } from "../../../issuer/issuing/deps.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { createLog } from "../../../shared/logging/log.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";

const companies = 3_000;

/** The same database, which counts its raw statements. */
function counted(db: Database) {
  const count = { statements: 0 };
  const counting = new Proxy(db, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== "$queryRaw" && name !== "$executeRaw") return value;
      return (...statement: unknown[]) => {
        count.statements += 1;
        return (value as (...all: unknown[]) => unknown).apply(target, statement);
      };
    },
  });
  return { db: counting, count };
}

test("three thousand companies that hear nothing take a few statements, and no more questions than there are places", async () => {
  await using system = await openIssuingApp();
  await system.db.$executeRaw`
    INSERT INTO company (code, name, cuit, tax_type) SELECT code || '-' || n, name, (30500000000 + n)::text, tax_type FROM company, generate_series(1, ${companies}) n WHERE code = 'demo'`;
  await system.db.$executeRaw`
    INSERT INTO point_of_sale (company_id, production, number, contingency_pos)
    SELECT id, false, 1, 2 FROM company WHERE code LIKE 'demo-%'`;
  await system.db.$executeRaw`
    INSERT INTO sequence (company_id, production, pos_number, voucher_type, last_number)
    SELECT id, false, 1, 6, 0 FROM company WHERE code LIKE 'demo-%'`;
  const all = await system.db.company.findMany({ where: { code: { startsWith: "demo-" } }, select: { id: true } });
  expect(all).toHaveLength(companies);

  let [asked, atOnce, most] = [0, 0, 0];
  let isInOutage = false;
  const hanging: (() => void)[] = [];
  const session: Partial<AuthoritySession> = {
    async lastNumber() {
      asked += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      if (isInOutage) await new Promise<void>((resolve) => hanging.push(resolve));
      atOnce -= 1;
      return { outcome: "unknown", cause: "no answer", permanent: false, reasons: [] };
    },
  };
  const { db, count } = counted(system.db);
  const sent: Promise<unknown>[] = [];
  const { access, round } = openContingency({
    db,
    access: { open: async () => ({ outcome: "open", session: session as AuthoritySession }) },
    log: createLog("test", "silent"),
    afterMs: 60_000,
    wake: async () => undefined,
    send: (written) => void sent.push(written),
  });
  const statementsOf = async () => {
    count.statements = 0;
    await round();
    return count.statements;
  };
  await round();
  for (let call = 0; call < 2; call++) {
    await Promise.all(
      all.map(async ({ id }) => {
        const opened = await access.open({ companyId: id, production: false, posNumber: 1, voucherType: 6 });
        if (opened.outcome === "open") await opened.session.lastNumber();
      }),
    );
  }
  isInOutage = true;
  [asked, most, atOnce] = [0, 0, 0];
  expect(await statementsOf()).toBeLessThanOrEqual(6);
  expect(await system.db.contingency.count({ where: { failedCalls: 2 } })).toBe(companies);
  for (let rounds = 0; rounds < 3; rounds++) expect(await statementsOf()).toBeLessThanOrEqual(6);
  expect(asked, "the questions that hang hold all places").toBe(probePlaces);

  const aMinuteAgo = new Date(Date.now() - 61_000);
  await system.db.contingency.updateMany({ data: { outageSince: aMinuteAgo, outageRecordedAt: aMinuteAgo } });
  expect(await statementsOf(), "all begin in one").toBeLessThanOrEqual(8);
  expect(await system.db.contingency.count({ where: { activeSince: { not: null } } })).toBe(companies);
  expect(await system.db.auditEntry.count({ where: { action: "contingency.start" } })).toBe(companies);

  // Each is asked about in its turn.
  isInOutage = false;
  for (const end of hanging.splice(0)) end();
  for (let rounds = 0; asked < companies && rounds < 200; rounds++) {
    await Promise.all(sent.splice(0));
    await round();
  }
  expect(asked).toBeGreaterThanOrEqual(companies);
  expect(most).toBeLessThanOrEqual(probePlaces);
  const never = await system.db.contingency.count({ where: { probedAt: null } });
  expect(never, "none is left out").toBe(0);
});
