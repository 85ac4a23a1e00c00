// `npm test -- <vitest arguments>`: prepares, runs vitest, and prints the counts in the last line.
// `--quick`, as in `npm run test:unit`: each property test and each range of seeds with a tenth of its cases.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { prepareOrExit, root } from "./prepare.mjs";

await prepareOrExit();

const results = path.join(root, ".cache", `test-results-${process.pid}.json`);
const args = process.argv.slice(2).filter((arg) => arg !== "--quick");
const quick = process.argv.includes("--quick") ? { PROPERTY_RUNS: "0.1" } : {};
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
  { cwd: root, stdio: "inherit", env: { ...quick, ...process.env } },
);
// Ctrl-C in a terminal also reaches vitest, which stops its services. Here we pass on a signal to this process alone.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => vitest.kill(signal));
const [code] = await once(vitest, "exit");

const { passed, failed } = count(code);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = code ?? 1;

/** A test file that could not be loaded counts as one failed test. So does a failed run without results. */
function count(exitCode) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(results, "utf8"));
    const broken = testResults.filter((file) => file.status === "failed" && !hasFailedTest(file)).length;
    const counted = numFailedTests + broken;
    return { passed: numPassedTests, failed: counted === 0 && exitCode !== 0 ? 1 : counted };
  } catch {
    return { passed: 0, failed: exitCode === 0 ? 0 : 1 };
  } finally {
    rmSync(results, { force: true });
  }
}

function hasFailedTest({ assertionResults }) {
  return assertionResults.some(({ status }) => status === "failed");
}
