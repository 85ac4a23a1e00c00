// `npm test -- <vitest arguments>`: prepares, runs vitest, and prints the counts in the last line. It runs the first part of the gate: each
// kind of rule. `npm run test:gate`, which is `--gate`, runs the rest: what needs processes of its own. Both leave out what test/groups.json
// leaves to `npm run test:all`. A run that names a file or a test leaves nothing out.
// `npm run test:all -- <groups> <vitest arguments>`, which is `--all`: every test, or the files of these groups.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import path from "node:path";
import { prepareOrExit, root } from "./prepare.mjs";
import { describeLeftOut, readArguments } from "./test-groups.mjs";
import { readResults, writeSeconds } from "./test-results.mjs";

const restOfGate = "Left to npm run test:gate\n  the tests of real processes: faults, commands, pages step by step\n";
const results = path.join(root, ".cache", `test-results-${process.pid}.json`);
const leftOut = path.join(root, ".cache", `test-left-out-${process.pid}.txt`);
const { args, part, fault } = readArguments(root, process.argv.slice(2));
if (fault) {
  console.error(fault);
  process.exit(2);
}
await prepareOrExit();

const reporters = args.some((arg) => arg.startsWith("--reporter")) ? [] : ["--reporter=default"];
const vitest = spawn(
  process.execPath,
  [
    path.join(root, "node_modules", "vitest", "vitest.mjs"),
    "run",
    ...args,
    ...reporters,
    "--reporter=json",
    `--outputFile.json=${results}`,
  ],
  { cwd: root, stdio: "inherit", env: { ...process.env, ...(part && { TEST_PART: part, TEST_GATE: leftOut }) } },
);
// Ctrl-C in a terminal also reaches vitest, which stops its services. Here we pass on a signal to this process alone.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => vitest.kill(signal));
const [code] = await once(vitest, "exit");

const { passed, failed, faults, triedAgain, seconds } = readResults(root, results, code);
rmSync(results, { force: true });
if (process.env.UPDATE_SECONDS && seconds) writeSeconds(root, seconds);
if (part) console.log(describeLeftOut(root, leftOut));
if (part === "first") console.log(restOfGate);
// Last, because of a long log only the end is kept.
if (triedAgain.length > 0)
  console.log(`Passed only when tried again: ${triedAgain.length}\n${triedAgain.join("\n")}\n`);
if (faults.length > 0) console.log(`Failed\n${faults.join("\n")}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = code ?? 1;
