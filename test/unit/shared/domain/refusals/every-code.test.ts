import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../../../../shared/assets/assets.js";
import { refusalsOf } from "../../../../../shared/domain/refusals/all-refusals.js";
import { publicCase } from "../../../../support/public-case.js";
import { whyNeverMet } from "../../../../support/refusals/never-met.js";

interface Row {
  op: string;
  /** One, or several with ranges: "10120-10122,10232". */
  code: number | string;
  excluding: boolean;
  fields: string;
  condition: string;
}

const table: Row[] = JSON.parse(
  readFileSync(path.join(projectFolder, "test/authority/tables/wsfev1-codes.json"), "utf8"),
);

function codesOf({ code }: Row): number[] {
  return String(code)
    .split(",")
    .flatMap((part) => {
      const [from = 0, to = from] = part.split("-").map(Number);
      return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    });
}

const rows = table.filter(({ op, excluding }) => op === "FECAESolicitar" && excluding);

/** The codes of credit invoices stand one by one in issuer/authority/README.md, section 12.4. Some are missing in the table. */
const readme = readFileSync(path.join(projectFolder, "issuer/authority/README.md"), "utf8");
const ofCreditInvoices = [...readme.matchAll(/^\| (10\d{3}) \| (.*?) \| .* \|$/gm)].map(
  ([, code, condition = ""]) =>
    [Number(code), { op: "", code: Number(code), excluding: true, fields: "FCE", condition }] as const,
);
const codes = new Map([
  ...ofCreditInvoices.filter(([code]) => code !== 10_188),
  ...rows.flatMap((row) => codesOf(row).map((code) => [code, row] as const)),
]);

const summary = ({ fields, condition }: Row) => `${fields}: ${condition}`.slice(0, 70);
const helpOf = (code: number) => refusalsOf({ code, msg: "" }).map(({ english }) => english);

for (const [code, row] of [...codes].toSorted(([one], [other]) => one - other)) {
  const why = whyNeverMet(code);
  publicCase(
    {
      kind: "What helps against each refusal, code by code",
      sent: `${code} (${summary(row)})`,
      right: why === undefined ? (helpOf(code)[0] ?? "NOTHING") : `never met: ${why}`,
      rule: "issuer/authority/README.md, section 3.2",
    },
    () => {
      const refusals = refusalsOf({ code, msg: "" });
      // One of the two, and not both.
      expect(refusals.length > 0).toBe(why === undefined);
      for (const { english, spanish } of refusals) {
        expect(english.length).toBeGreaterThan(20);
        expect(spanish).toMatch(/^[\p{Lu}¿¡].*\.$/u);
      }
    },
  );
}

test("the table is whole, and nothing is called unmet or explained that it does not have", () => {
  expect(codes.size).toBeGreaterThan(150);
  const all = Array.from({ length: 1_000 }, (_, index) => 10_000 + index);
  const isKnown = (code: number) => codes.has(code) || table.some((row) => codesOf(row).includes(code));
  expect(all.filter((code) => whyNeverMet(code) !== undefined && !isKnown(code))).toEqual([]);
  expect(all.filter((code) => helpOf(code).length > 0 && !isKnown(code))).toEqual([]);
});

test.each([
  [827, 10_247],
  [828, 10_248],
  [829, 10_249],
  [1425, 10_067],
  [1527, 10_283],
  [1528, 10_284],
])("code %i of a report under CAEA is explained as %i", (code, twin) => {
  expect(helpOf(twin).length).toBeGreaterThan(0);
  expect(helpOf(code)).toEqual(helpOf(twin));
});

test.each([10_247, 10_248, 10_249, 10_251, 10_270, 10_271, 10_272, 10_283, 10_284, 10_067])(
  "code %i of the law of 2026 is explained",
  (code) => {
    expect(helpOf(code).length).toBeGreaterThan(0);
  },
);
