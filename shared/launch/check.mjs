// `npm run check`: format, lint, types, unused code. Needs no database.
// `npm run format`, which is `--write`: corrects the format, the order of imports and what the linter can fix safely.
import { spawn } from "node:child_process";
import path from "node:path";
import { text } from "node:stream/consumers";
import { prepareOrExit, root } from "./prepare.mjs";

await prepareOrExit({ only: ["dependencies", "database client"] });

const isTerminal = process.stdout.isTTY;
// Biome colours each letter separately, which makes log files unreadable.
const biome = (...args) => ["@biomejs/biome/bin/biome", ...args, `--colors=${isTerminal ? "force" : "off"}`, "."];
const typescript = (...args) => ["typescript/bin/tsc", "--pretty", `${Boolean(isTerminal)}`, ...args];

/** Runs a tool, and writes all it said at its end: others run beside it. Gives whether it found nothing. */
async function run([tool, ...args]) {
  const child = spawn(process.execPath, [path.join(root, "node_modules", tool), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const code = new Promise((resolve) => child.once("close", resolve));
  const said = await Promise.all([text(child.stdout), text(child.stderr)]);
  process.stdout.write(said.join(""));
  return (await code) === 0;
}

const tools = process.argv.includes("--write")
  ? [biome("check", "--write")]
  : [typescript(), biome("ci"), typescript("--noEmit", "-p", "api/client"), ["knip/bin/knip.js", "--no-progress"]];
const found = await Promise.all(tools.map(run));
process.exitCode = found.every(Boolean) ? 0 : 1;
