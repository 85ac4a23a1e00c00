// `npm test -- <vitest arguments>`: prepares, runs vitest, and prints the counts in the last line. It runs the gate: all but what
// test/groups.json leaves to `npm run test:all`. A run that names a file or a test leaves nothing out.
// `npm run test:all -- <groups> <vitest arguments>`, which is `--all`: every test, or the files of these groups.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { prepareOrExit, root } from "./prepare.mjs";
import { describeLeftOut, readArguments } from "./test-groups.mjs";

const results = path.join(root, ".cache", `test-results-${process.pid}.json`);
const leftOut = path.join(root, ".cache", `test-left-out-${process.pid}.txt`);
const { args, isGate, fault } = readArguments(root, process.argv.slice(2));
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
  { cwd: root, stdio: "inherit", env: { ...process.env, ...(isGate && { TEST_GATE: leftOut }) } },
);
// Ctrl-C in a terminal also reaches vitest, which stops its services. Here we pass on a signal to this process alone.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => vitest.kill(signal));
const [code] = await once(vitest, "exit");

const { passed, failed, faults } = count(code);
if (isGate) console.log(describeLeftOut(root, leftOut));
// Last, because of a long log only the end is kept.
if (faults.length > 0) console.log(`Failed\n${faults.join("\n")}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = code ?? 1;

/** A test file that could not be loaded counts as one failed test. So does a failed run without results. */
function count(exitCode) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(results, "utf8"));
    if (process.env.UPDATE_SECONDS) writeSeconds(testResults);
    const broken = testResults.filter((file) => file.status === "failed" && !hasFailedTest(file)).length;
    const counted = numFailedTests + broken;
    const failed = counted === 0 && exitCode !== 0 ? 1 : counted;
    return { passed: numPassedTests, failed, faults: testResults.flatMap(describeFaults) };
  } catch {
    return { passed: 0, failed: exitCode === 0 ? 0 : 1, faults: [] };
  } finally {
    rmSync(results, { force: true });
  }
}

/** Keeps how long each file took that takes five seconds or more, by which the next runs order them (test/support/long-first.ts). */
function writeSeconds(testResults) {
  const taken = testResults
    .map(({ name, startTime, endTime }) => [path.relative(root, name), Math.round((endTime - startTime) / 1000)])
    .filter(([, seconds]) => seconds >= 5)
    .sort(([, one], [, other]) => other - one);
  writeFileSync(path.join(root, "test", "seconds.json"), `${JSON.stringify(Object.fromEntries(taken), null, 2)}\n`);
}

/** A line for each failed test of a file, or for the file, with the first lines of why. */
function describeFaults({ name, status, message, assertionResults }) {
  const file = path.relative(root, name);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (failed.length === 0) return status === "failed" && message ? [describeFault(file, message)] : [];
  return failed.map(({ fullName, failureMessages }) =>
    describeFault(`${file} > ${fullName}`, failureMessages.join("\n")),
  );
}

function describeFault(what, why) {
  return `  ${what}\n    ${why.split("\n").slice(0, 3).join("\n    ").slice(0, 600)}`;
}

function hasFailedTest({ assertionResults }) {
  return assertionResults.some(({ status }) => status === "failed");
}
