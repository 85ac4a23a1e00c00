import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../../../shared/assets/assets.js";
import { cases } from "../../../integration/authority/credit-invoice-cases.js";

/** The rows of a table of issuer/authority/README.md, section 12.4: code and names of tests. */
function readTable(): [code: number, titles: string][] {
  const document = readFileSync(path.join(projectFolder, "issuer/authority/README.md"), "utf8");
  const section = document.slice(document.indexOf("### 12.4 "), document.indexOf("### 12.5 "));
  return [...section.matchAll(/^\| (\d+) \| .+ \| (.+) \|$/gm)].map(([, code, titles]) => [Number(code), titles ?? ""]);
}

test("every code of credit invoices has its line in the document, and every line its tests", () => {
  const codes = [...new Set(cases.map(({ code }) => code))].sort();
  const titlesOf = (code: number) => cases.flatMap((one) => (one.code === code ? one.title : []));
  expect(codes).toHaveLength(54);
  expect(readTable()).toEqual(codes.map((code) => [code, titlesOf(code).join("; ")]));
});
