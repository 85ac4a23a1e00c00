// The groups of which the gate runs a part (test/groups.json): what a run left out, and which files hold a group.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

/** @returns the name of each group with what it counts, why that can wait, and the marks of its files. */
const readGroups = (root) => JSON.parse(readFileSync(path.join(root, "test", "groups.json"), "utf8"));

/** The test files that have a part of one of these groups. */
function filesOf(root, names) {
  const groups = readGroups(root);
  const marks = names.flatMap((name) => groups[name].marks);
  return readdirSync(path.join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => path.join("test", file))
    .filter((file) => {
      // As the formatter may break a call's line.
      const text = readFileSync(path.join(root, file), "utf8").replaceAll(/\(\s+/g, "(");
      return marks.some((mark) => text.includes(mark));
    })
    .sort();
}

/**
 * Reads what `npm test`, `npm run test:gate` (`--gate` first) or `npm run test:all` (`--all` first) was given: the arguments of vitest, and
 * which part of the gate this is, `first` or `rest` (`vitest.config.ts`). A run that names a file or a test leaves nothing out, and is no part.
 */
export function readArguments(root, given) {
  const rest = given.slice(1);
  if (given[0] === "--gate") return { args: rest, ...(!rest.some(isNarrow) && { part: "rest" }) };
  if (given[0] !== "--all") return { args: given, ...(!given.some(isNarrow) && { part: "first" }) };
  const end = rest.findIndex((arg) => !/^[a-z][a-z-]*$/.test(arg));
  const names = end < 0 ? rest : rest.slice(0, end);
  const known = Object.keys(readGroups(root));
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    return { fault: `There is no group of tests ${unknown.join(", ")}. There are: ${known.join(", ")}.` };
  return { args: [...filesOf(root, names), ...rest.slice(names.length)] };
}

/** Whether it is a part of a test's name, or of a file's: no option, and no value of one. */
const isNarrow = (arg, at, all) =>
  arg.startsWith("-") ? /^(-t|--testNamePattern)/.test(arg) : !/^--[^=]+$/.test(all[at - 1] ?? "");

/** What the tests noted as left out, a line for each group; it removes their notes. */
export function describeLeftOut(root, file) {
  const counts = new Map();
  for (const line of readNotes(file)) {
    const [name, count] = line.split(" ");
    counts.set(name, (counts.get(name) ?? 0) + Number(count));
  }
  const lines = Object.entries(readGroups(root))
    .filter(([name]) => counts.has(name))
    .map(([name, { counts: what, why }]) => `  ${name.padEnd(10)} ${counts.get(name)} ${what}: ${why}`);
  return lines.length === 0 ? "" : `\nLeft to npm run test:all [-- NAME…]\n${lines.join("\n")}\n`;
}

function readNotes(file) {
  try {
    return readFileSync(file, "utf8").split("\n").slice(0, -1);
  } catch {
    return [];
  } finally {
    rmSync(file, { force: true });
  }
}
