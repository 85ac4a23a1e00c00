import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../shared/assets/assets.js";

/**
 * What the gate leaves out (`testOf`) does not count here.
 *
 * The numbered rules of api/README.md in short, by the tag that test titles carry: S "What the service does", R the rules of
 * POST /invoices, A "Authentication", E the notes of "Errors", F "Credit invoices", C "Contingencies", B "Reports", V "Versioning", D "The OpenAPI document".
 */
const rules: Record<string, string> = {
  S1: "the answer comes after the authorization",
  S2: "the service computes the amounts",
  S3: "vouchers are kept and listed",
  S4: "the PDF is mailed to the recipients",
  S5: "only the key selects the environment",
  S6: "both environments share the monthly quota",
  S7: "issuing needs a certificate, point of sale and key",
  S8: "a voucher is never edited or deleted",
  S9: "one envelope; infrastructure errors have no code",
  R1: "a key gives one voucher; a replay issues nothing",
  R2: "a key reused at another point of sale or type: 409",
  R3: "keys are independent per environment",
  R4: "after a lost answer the same key finds the voucher",
  R5: "a sequence issues one at a time; 429 after the wait",
  R6: "each sequence has its own consecutive numbers",
  R7: "subtotal, discount and amount of a line",
  R8: "the tax type decides which total a line goes to",
  R9: "base and VAT of a line",
  R10: "priceIncludesVat",
  R11: "the total and the exact sums",
  R12: "the fields that the service fills in",
  R13: "C vouchers do not itemize VAT",
  R14: "the printed amounts equal the declared ones",
  R15: "a monotributista or exempt issuer issues letter C",
  R16: "the receiver decides between letters A and B",
  R17: "a note names its associated vouchers",
  R18: "types that cannot be issued: 400",
  R19: "the PDF is made in the background",
  R20: "e-mail does not delay the answer",
  A1: "every request needs a key",
  A2: "the prefix selects the environment",
  A3: "401 has no code",
  A4: "after the subscription expires, only writes get 402",
  A5: "the scopes of a key decide its routes",
  E1: "400, 402 and 422 consume no number and store nothing",
  E2: "after 504 or unconfirmed, retry with the same key",
  E3: "common rejections of the authority",
  E4: "what a 502 says: what is wrong, what to do, whether retrying helps",
  E5: "the errors that a client retries",
  E6: "403 is never answered",
  F1: "credit invoices need the company's fce",
  F2: "what the body's fce says, and what is ignored of it",
  F3: "when a credit invoice is due; notes have no date",
  F4: "a note names one voucher, completed from our records",
  F5: "credits of credit invoices and their debit notes",
  F6: "one call for each",
  C1: "which points of sale stand in for which",
  C2: "nothing is issued at a point of sale of CAEA directly",
  C3: "what a voucher of a contingency is answered with",
  C4: "credit notes of vouchers under CAEA",
  C5: "how a contingency begins and ends by hand",
  C6: "a rejected report is tried again",
  B1: "the vouchers of a month, of one company and environment",
  B2: "the sales book, and what it leaves out",
  B3: "IVA Simple needs activities",
  B4: "the summary",
  B5: "one moment, one at a time, cut when it fails",
  V1: "the result's shape is stable, the quota may be null",
  V2: "unknown filters and invalid values are ignored",
  V3: "no version in paths or headers",
  D1: "what the OpenAPI document names comes, nothing else",
  D2: "a typed parameter for each filter and operator",
  D3: "the length of a text is counted in characters",
  D4: "a client can be generated, and narrows failures",
};

function titlesByTag(): Map<string, string[]> {
  const titles = new Map<string, string[]>();
  const folder = path.join(projectFolder, "test");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".test.ts"));
  for (const file of files) {
    const text = readFileSync(path.join(folder, file), "utf8");
    for (const [, title = ""] of text.matchAll(
      /(?:test|describe)(?:\.each(?:<[^(]*>)?\([\s\S]*?\n?\s*\])?\)?\(\s*["'`]([^\n]*?)["'`],/g,
    )) {
      for (const [, tags = ""] of title.matchAll(/\[((?:[SRAEFCBVD]\d+ ?)+)\]/g)) {
        for (const tag of tags.trim().split(" "))
          titles.set(tag, [...(titles.get(tag) ?? []), `${file}: ${title.replace(/\[[^\]]*\] ?/g, "")}`]);
      }
    }
  }
  return titles;
}

test("every numbered rule of api/README.md has a test that carries its tag", () => {
  const titles = titlesByTag();
  const rows = Object.entries(rules).map(([tag, rule]) => {
    const held = titles.get(tag) ?? [];
    return `${tag.padEnd(4)}${rule.padEnd(56)}${String(held.length).padStart(3)}  ${held[0]?.slice(0, 100) ?? "NONE"}`;
  });
  console.log(`rule of api/README.md${" ".repeat(44)}tests\n${rows.join("\n")}`);

  expect(Object.keys(rules).filter((tag) => !titles.has(tag))).toEqual([]);
  expect([...titles.keys()].filter((tag) => !(tag in rules))).toEqual([]);
});
