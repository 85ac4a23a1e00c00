import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../shared/assets/assets.js";

/** A published migration never changes: its comments name the files of its day. */
const left = /(^|\/)(generated|node_modules|output|dist|migrations)\//;
const folders = [".github", "api", "issuer", "mailer", "prisma", "renderer", "shared", "test"];
const files = [
  ...readdirSync(projectFolder).filter((name) => name.endsWith(".md")),
  ...folders.flatMap((folder) =>
    readdirSync(path.join(projectFolder, folder), { recursive: true, encoding: "utf8" })
      .map((name) => path.posix.join(folder, name))
      .filter((name) => /\.\w+$/.test(name) && !left.test(name)),
  ),
];
const read = (file: string) => readFileSync(path.join(projectFolder, file), "utf8");

/** The comments of a source, without its code. */
const commentsOf = (text: string): string =>
  [...text.matchAll(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*$|(?:^|\s)--.*$/gm)].map(([comment]) => comment).join("\n");

/** A path from the project's folder, or of a test from `test/`. A star stands for any further letters. */
const named =
  /(?<![\w/.@:*<-])(?:api|issuer|renderer|mailer|shared|test|prisma|unit|integration|e2e)\/(?:[\w.-]+\/)*[\w.-]*(?:[\w/]|\*)/g;

/** Folders that a run makes, and the names in which a reader puts their own words. */
const made = /^test\/output\/|[A-Z]{4}(?!.*\.md$)|\/YYYY/;

const isThere = (name: string): boolean =>
  [name, `test/${name}`].some((one) =>
    one.endsWith("*")
      ? files.some((file) => file.startsWith(one.slice(0, -1)))
      : existsSync(path.join(projectFolder, one)),
  );

test.each([
  ["a document", /\.md$/, (text: string) => text],
  ["a comment", /\.(tsx?|mjs|sql|prisma)$/, commentsOf],
])("every path that %s names is there", (_, kind, textIn) => {
  const texts = files.filter((file) => kind.test(file)).map((file) => [file, textIn(read(file))] as const);
  const found = texts.flatMap(([file, text]) => [...text.matchAll(named)].map(([name]) => [file, name] as const));
  const wrong = found.filter(([, name]) => !made.test(name) && !isThere(name));
  expect(found.length).toBeGreaterThan(100);
  expect(wrong.map(([file, name]) => `${file}: ${name}`)).toEqual([]);
});
