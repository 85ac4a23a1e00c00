import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../shared/assets/assets.js";

const folders = ["api", "issuer", "renderer", "mailer", "shared", "test", "prisma"];
const files = folders.flatMap((folder) =>
  readdirSync(path.join(projectFolder, folder), { recursive: true, encoding: "utf8" })
    .filter(
      (file) => /\.(tsx?|mjs|sql|prisma|html|css|mjml|yml)$/.test(file) && !/generated|node_modules|output/.test(file),
    )
    .map((file) => path.posix.join(folder, file)),
);
const textOf = (file: string) => readFileSync(path.join(projectFolder, file), "utf8");

/** The text without comment markers and line breaks, so that a citation over two lines is found as one. */
const flat = (text: string) => text.replaceAll(/\n\s*(\*|\/\/|--)(?!\/)/g, " ").replaceAll(/[ \t]+/g, " ");

/** The names that can cite a part of the document: headings, and the numbers of sections, rules and rows. */
function partsOf(document: string): { headings: string[]; sections: Set<string> } {
  const lines = textOf(document).split("\n");
  const headings = lines.flatMap((line) => /^#+ (.*)$/.exec(line)?.[1] ?? []);
  const numbered = [...headings, ...lines].flatMap(
    (line) => /^(?:#+ |- |\*\*)*(\d+(?:\.\d+)*)\b/.exec(line)?.[1] ?? [],
  );
  return { headings, sections: new Set(numbered) };
}

const citation =
  /((?:[\w-]+\/)+README\.md)((?:, (?:sections? [\d.]+(?:, step \d+)?(?:(?:, | and | to )\d[\d.]*)*|"[^"]+"|rules? \d+|[A-Z]{5,}))*)/g;

test("every citation names an existing document and section", () => {
  let cited = 0;
  const wrong = files.flatMap((file) =>
    [...flat(textOf(file)).matchAll(citation)].flatMap(([whole, document = "", parts = ""]) => {
      let known: ReturnType<typeof partsOf>;
      try {
        known = partsOf(document);
      } catch {
        return [`${file}: ${document} does not exist`];
      }
      cited += 1;
      const named = [...parts.matchAll(/"([^"]+)"|\b([A-Z]{5,})\b/g)].map(
        ([, quoted, heading = ""]) => quoted ?? heading,
      );
      const numbers = [...parts.matchAll(/sections? ((?:[\d.]+(?:, step \d+)?(?:, | and | to )?)+)/g)].flatMap(
        ([, list = ""]) => list.replaceAll(/, step \d+/g, "").match(/\d+(?:\.\d+)*/g) ?? [],
      );
      return [
        ...named.filter((name) => !known.headings.some((heading) => heading.includes(name))),
        ...numbers.filter((number) => !known.sections.has(number)),
      ].map((missing) => `${file}: ${whole} has no ${missing}`);
    }),
  );
  expect(wrong).toEqual([]);
  expect(cited).toBeGreaterThan(200);
});

/** A published document or a file of this repository. */
const published =
  /^(RFC \d|RG \d|ECMA-\d|ISO |ITU-T |PostgreSQL|AWS |Azure |IANA\b|Fetch Standard|Standard Webhooks|W3C |npm package [\w-]+ \d|OpenTelemetry |Keep a Changelog|(the )?[\w-]*( )?WSDL|wsfev1|(api|issuer|renderer|mailer|shared|test)\/[\w./-]+)/;

test("every Source is a file of this repository or a published document", () => {
  const wrong = files.flatMap((file) =>
    [...flat(textOf(file)).matchAll(/(?<![\w"'`/])Source: ([^\n]{1,60})/g)]
      .map(([, cited = ""]) => cited.trim())
      .filter((cited) => !published.test(cited) && !cited.includes("test") && file !== "test/unit/sources.test.ts")
      .map((cited) => `${file}: ${cited}`),
  );
  expect(wrong).toEqual([]);
});

test("chance that can be guessed spreads waits and finds ports, and makes no secret", () => {
  const allowed = [
    "api/client/src/retry.ts",
    "issuer/authority/wsaa/obtain-ticket.ts",
    "mailer/main.ts",
    "mailer/webhooks/open-webhooks.ts",
    "shared/concurrency/fair-semaphore.ts",
    "test/sandbox/servers/free-port.ts",
  ];
  const used = files.filter(
    (file) => /^(api|issuer|renderer|mailer|shared|test\/sandbox)\//.test(file) && !file.startsWith("api/docs/guides/"),
  );
  expect(used.filter((file) => textOf(file).includes("Math.random"))).toEqual(allowed);
});
