// `npm run check`: format, lint, types. Needs no database.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { prepareOrExit, root } from "./prepare.mjs";

await prepareOrExit({ only: ["dependencies", "database client"] });

const run = (tool, ...args) =>
  spawnSync(process.execPath, [path.join(root, "node_modules", tool), ...args], { cwd: root, stdio: "inherit" }).status;

// Biome colours letter by letter, which no log file wants.
const colors = process.stdout.isTTY ? "force" : "off";
const statuses = [
  run("@biomejs/biome/bin/biome", "ci", `--colors=${colors}`, "."),
  run("typescript/bin/tsc", "--noEmit"),
];
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
