// `npm run check`: format, lint, types, unused code. Needs no database.
// `npm run format`, which is `--write`: corrects the format, the order of imports and what the linter can fix safely.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { prepareOrExit, root } from "./prepare.mjs";

await prepareOrExit({ only: ["dependencies", "database client"] });

const run = (tool, ...args) =>
  spawnSync(process.execPath, [path.join(root, "node_modules", tool), ...args], { cwd: root, stdio: "inherit" }).status;

// Biome colours each letter separately, which makes log files unreadable.
const colors = `--colors=${process.stdout.isTTY ? "force" : "off"}`;
const biome = (...args) => run("@biomejs/biome/bin/biome", ...args, colors, ".");

const statuses = process.argv.includes("--write")
  ? [biome("check", "--write")]
  : [
      biome("ci"),
      run("typescript/bin/tsc"),
      run("typescript/bin/tsc", "--noEmit", "-p", "api/client"),
      run("knip/bin/knip.js", "--no-progress"),
    ];
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
