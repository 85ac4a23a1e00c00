import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../../../..");

/** The functions of the database that decide about a key or a numbering. */
const deciding =
  /public\.(is_suspect|may_be_imported|others_unverified|may_be_hidden|awaits_verification|is_in_doubt|is_verified)\(/;

interface Declared {
  file: string;
  name: string;
  body: string;
}

/** The declarations at the beginning of a line, each up to the next one. */
function declarationsOf(file: string): Declared[] {
  const text = readFileSync(path.join(root, file), "utf8");
  const heads = [...text.matchAll(/^(?:export )?(?:async )?(?:const|function) (\w+)/gm)];
  return heads.map((head, at) => ({ file, name: head[1] ?? "", body: text.slice(head.index, heads[at + 1]?.index) }));
}

function importsOf(file: string): Set<string> {
  const text = readFileSync(path.join(root, file), "utf8");
  const lists = [...text.matchAll(/^import (?:type )?\{([^}]*)\} from/gm)].map((one) => one[1] ?? "");
  return new Set(lists.flatMap((list) => list.split(",").map((name) => name.trim().replace(/^type /, ""))));
}

/** Every declaration whose SQL asks one of these functions, itself or by what it is made of. */
function findDeciding(): Declared[] {
  const files = ["shared/db", "api", "issuer"]
    .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true }).map((one) => `${folder}/${one}`))
    .filter((file) => file.endsWith(".ts") && !file.includes("/generated/"));
  const all = files.flatMap(declarationsOf);
  const imported = new Map(files.map((file) => [file, importsOf(file)]));
  const found = new Set(all.filter(({ body }) => deciding.test(body)));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const one of all) {
      const isMadeOf = (part: Declared) =>
        part !== one &&
        (part.file === one.file || imported.get(one.file)?.has(part.name)) &&
        new RegExp(`\\$\\{[^}]*\\b${part.name}\\b|: ${part.name}\\b|\\b${part.name}\\(`).test(one.body);
      // Only what becomes SQL: a function that merely calls a statement is none.
      const isSql = /Prisma\.sql|\$(queryRaw|executeRaw)/.test(one.body);
      if (isSql && [...found].some(isMadeOf)) found.add(one);
    }
  }
  return [...found];
}

test("every statement that decides by the vouchers of a key stands in the table of what a commit looks at", () => {
  const readme = readFileSync(path.join(root, "issuer/README.md"), "utf8");
  const section = readme.slice(readme.indexOf("### What a commit looks at"), readme.indexOf("## 5. Tickets"));
  const told = new Set([...section.matchAll(/`(\w+)`/g)].map((one) => one[1] ?? ""));
  const statements = findDeciding().filter(({ body }) => /\$(queryRaw|executeRaw)/.test(body));
  expect(statements.length).toBeGreaterThan(20);
  expect(statements.filter(({ name }) => !told.has(name)).map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});
