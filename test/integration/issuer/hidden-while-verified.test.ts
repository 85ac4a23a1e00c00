import { afterAll, beforeAll, expect, test } from "vitest";
import type { Operator } from "../../../api/operations/operator.js";
import type { AuthorityClient } from "../../../api/operations/reconcile/authority-client.js";
import { reconcileSequence } from "../../../api/operations/reconcile/reconcile-sequence.js";
import { verifyExplained } from "../../../api/operations/reconcile/verify-explained.js";
import { computeAmounts } from "../../../shared/domain/amounts.js";
import { toDeclaration } from "../../../shared/domain/declaration.js";
import type { IssuanceRequest } from "../../../shared/domain/issuance-request.js";
import { recordedAs } from "../../support/samples/recorded-voucher.js";
import { caeOf, openDesk, processedAt } from "./operator-desk.js";

const desk = await openDesk();
afterAll(() => desk.system[Symbol.asyncDispose]());
/** A test's database has a history that has just begun. */
beforeAll(
  () =>
    desk.db
      .$executeRaw`UPDATE database_life SET began_at = now() - interval '11 minutes', written_by = pg_current_xact_id()`,
);

test("a numbering is not verified while the authority counts a number that it does not show, also below its last one", async () => {
  const numbering = await desk.openNumbering();
  const { key, line } = numbering;
  const [other, forgotten, later, next] = [20_001, 20_002, 20_003, 20_004].map((price) => numbering.sale(price)) as [
    IssuanceRequest,
    IssuanceRequest,
    IssuanceRequest,
    IssuanceRequest,
  ];
  for (const [at, sale] of [other, forgotten, later].entries()) numbering.granted(at + 1, sale);

  // The database forgot all three. The clients of two sales wait in line: a new one, and one of which the database forgot that it was issued.
  await desk.db.$executeRaw`UPDATE sequence SET unverified = true WHERE id = ${line.taken.id}`;
  await numbering.record(next);
  await numbering.record(forgotten);

  const hidden = new Set([2]);
  const of = [other, forgotten, later];
  const authority: AuthorityClient = {
    lastNumber: async () => ({ number: 3, refused: null }),
    lookUp: async (_, number) => {
      const sale = of[number - 1];
      if (!sale || hidden.has(number)) return { outcome: "absent" };
      const declared = toDeclaration(sale, computeAmounts(sale));
      return {
        outcome: "found",
        voucher: { ...recordedAs(declared, number, caeOf(key.posNumber, number)), processedAt },
      };
    },
  };
  const operator: Operator = {
    db: desk.db,
    actor: { type: "admin" },
    companyId: key.companyId,
    production: key.production,
  };
  const report = await reconcileSequence(operator, authority, key, {
    ...{ from: undefined, to: undefined, import: true, onlyIfUsed: false, pauseMs: 0, progress: () => undefined },
  });
  if (!report) throw new Error("it was used");
  expect(report.imported).toEqual([1, 3]);
  const [told] = await verifyExplained(operator, authority, [report]);
  await numbering.drain();
  await numbering.drain();
  expect(numbering.sent).toEqual([]);
  expect(told).toMatchObject({ verified: false, notVerified: expect.stringContaining("number 2") });
});
