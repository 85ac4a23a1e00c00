import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../shared/assets.js";

/**
 * The numbered rules of api/README.md in a few words of ours, by the tag that a test's title carries: S "What the service does",
 * R the rules of POST invoices, A "Authentication", E the notes of "Errors", V "Versioning".
 */
const rules: Record<string, string> = {
  S1: "answers only once the authorization is in hand",
  S2: "the caller sends no amounts",
  S3: "keeps and lists vouchers",
  S4: "PDF in the background, mailed to recipients",
  S5: "two environments, told apart by the key alone",
  S6: "monthly quota, shared by both environments",
  S7: "prerequisites: certificate, point of sale, key",
  S8: "a voucher is neither edited nor deleted",
  S9: "one envelope; infrastructure errors without code",
  R1: "a key is one voucher; replays issue nothing",
  R2: "a key of another point of sale or type: 409",
  R3: "keys are independent per environment",
  R4: "a key recomputed after a lost answer finds its voucher",
  R5: "one at a time per sequence; 429 after the wait",
  R6: "each sequence has its own correlative numbers",
  R7: "subtotal, discount, line amount",
  R8: "destination by tax type",
  R9: "base and VAT of a line",
  R10: "priceIncludesVat",
  R11: "total and exact sums",
  R12: "what the service fills in",
  R13: "C vouchers do not itemize VAT",
  R14: "the print equals the declaration",
  R15: "issuer monotributista or exempt: letter C",
  R16: "letter A or B by the receiver",
  R17: "notes carry their associated vouchers",
  R18: "types that cannot be issued: 400",
  R19: "the PDF is made in the background",
  R20: "e-mail without delaying the answer",
  A1: "every request carries its key",
  A2: "the prefix selects the environment",
  A3: "401 without code",
  A4: "an expired subscription: 402 on writes, reads go on",
  A5: "routes a key may use",
  E1: "400, 402 and 422 consume no number and store nothing",
  E2: "504 and unconfirmed: the same key converges",
  E3: "common rejections of the authority",
  E4: "the delegation hint",
  E5: "what a client retries",
  E6: "403 is never given",
  V1: "the result is stable, the quota may be null",
  V2: "unknown filters and invalid values are ignored",
  V3: "no version in paths or headers",
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
      for (const [, tags = ""] of title.matchAll(/\[((?:[SRAEV]\d+ ?)+)\]/g)) {
        for (const tag of tags.trim().split(" "))
          titles.set(tag, [...(titles.get(tag) ?? []), `${file}: ${title.replace(/\[[^\]]*\] ?/g, "")}`]);
      }
    }
  }
  return titles;
}

test("every numbered rule of api/README.md is held by a test that names it", () => {
  const titles = titlesByTag();
  const rows = Object.entries(rules).map(([tag, rule]) => {
    const held = titles.get(tag) ?? [];
    return `${tag.padEnd(4)}${rule.padEnd(56)}${String(held.length).padStart(3)}  ${held[0]?.slice(0, 100) ?? "NONE"}`;
  });
  console.log(`rule of api/README.md${" ".repeat(44)}tests\n${rows.join("\n")}`);

  expect(Object.keys(rules).filter((tag) => !titles.has(tag))).toEqual([]);
  expect([...titles.keys()].filter((tag) => !(tag in rules))).toEqual([]);
});
