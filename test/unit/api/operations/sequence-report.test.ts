import { expect, test } from "vitest";
import { addFinding, hasDifference, noFindings } from "../../../../api/operations/reconcile/sequence-report.js";

test("numbers that neither side knows are reported as ranges and are not differences", () => {
  const findings = noFindings();
  for (const number of [1, 2, 3, 7, 9, 10]) addFinding(findings, { number, kind: "gap" });
  addFinding(findings, { number: 11, kind: "equal" });
  expect(findings.gaps).toEqual([
    { from: 1, to: 3 },
    { from: 7, to: 7 },
    { from: 9, to: 10 },
  ]);
  expect(hasDifference(findings, [])).toBe(false);
});

test.each([
  { number: 4, kind: "missing" as const, id: 1 },
  { number: 4, kind: "different" as const, id: 1, fields: [] },
  { number: 4, kind: "unsettled" as const },
  { number: 4, kind: "unanswered" as const, cause: "timeout" },
])("a number that is $kind is a difference", (finding) => {
  const findings = noFindings();
  addFinding(findings, finding);
  expect(hasDifference(findings, [])).toBe(true);
});
