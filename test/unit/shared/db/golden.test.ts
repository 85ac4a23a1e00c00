import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { goldenFolder, readGolden, recordAll } from "../../../support/golden/golden-statements.js";
import { layOut } from "../../../support/golden/lay-out.js";
import { sourceFiles, textOf } from "../../../support/structure/source-files.js";

let sent: Map<string, string>;

beforeAll(async () => {
  sent = await recordAll();
  if (!process.env.UPDATE_GOLDEN) return;
  for (const name of readGolden().keys()) rmSync(path.join(goldenFolder, `${name}.sql`));
  for (const [name, text] of sent) writeFileSync(path.join(goldenFolder, `${name}.sql`), layOut(text));
});

test("each statement is as its golden file has it, and no file is left over (UPDATE_GOLDEN=1 writes them)", () => {
  const golden = readGolden();
  expect([...golden.keys()].sort()).toEqual([...sent.keys()].sort());
  for (const [name, text] of sent) expect(golden.get(name), name).toBe(layOut(text));
});

test("to lay a statement out changes no character that PostgreSQL reads", () => {
  const ofStatement = (text: string) => text.replaceAll(/\s+/g, "");
  for (const [name, text] of sent) expect(ofStatement(layOut(text)), name).toBe(ofStatement(text));
});

test("each prepared statement of the sources has its golden file", () => {
  const names = sourceFiles
    .filter((file) => file !== "shared/db/sql/prepared.ts")
    .flatMap((file) => [...textOf(file).matchAll(/\bprepared\([`"](\w+)(\$\{)?/g)])
    .map(([, name = "", hasSuffix]) => ({ name, hasSuffix: hasSuffix !== undefined }));
  expect(names.length).toBeGreaterThan(60);
  const golden = [...readGolden().keys()];
  const isThere = ({ name, hasSuffix }: (typeof names)[number]) =>
    golden.includes(name) && (!hasSuffix || golden.some((other) => other.startsWith(`${name}_`)));
  expect(names.filter((one) => !isThere(one))).toEqual([]);
});
