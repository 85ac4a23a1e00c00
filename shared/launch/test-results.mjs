// What a run of vitest brought about, by its results in JSON: the counts, what failed, and what passed only when it was tried again.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * A test file that could not be loaded counts as one failed test. So does a failed run without results.
 * @returns the counts, and for each test that failed, or that passed only when it was tried again, lines that say why
 */
export function readResults(root, file, exitCode) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, "utf8"));
    const broken = testResults.filter((one) => one.status === "failed" && !hasFailedTest(one)).length;
    const counted = numFailedTests + broken;
    return {
      passed: numPassedTests,
      failed: counted === 0 && exitCode !== 0 ? 1 : counted,
      faults: testResults.flatMap((one) => describeFaults(root, one)),
      triedAgain: testResults.flatMap((one) => describeTests(root, one, hasPassedLate)),
      seconds: secondsOf(root, testResults),
    };
  } catch {
    return { passed: 0, failed: exitCode === 0 ? 0 : 1, faults: [], triedAgain: [] };
  }
}

/** How long each file took, in seconds. */
const secondsOf = (root, testResults) =>
  Object.fromEntries(
    testResults.map(({ name, startTime, endTime }) => [
      path.relative(root, name),
      Math.round((endTime - startTime) / 1000),
    ]),
  );

/** Keeps the times of files that take five seconds or more, by which the next runs order them (test/support/long-first.ts). */
export function writeSeconds(root, taken) {
  const file = path.join(root, "test", "seconds.json");
  const known = { ...JSON.parse(readFileSync(file, "utf8")), ...taken };
  const kept = Object.entries(known)
    .filter(([name, seconds]) => seconds >= 5 && existsSync(path.join(root, name)))
    .sort(([, one], [, other]) => other - one);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}

const hasFailed = ({ status }) => status === "failed";
/** Its earlier failures are kept beside that it passed. */
const hasPassedLate = ({ status, failureMessages }) => status === "passed" && failureMessages.length > 0;
const hasFailedTest = ({ assertionResults }) => assertionResults.some(hasFailed);

/** A line for each failed test of a file, or for the file, with the first lines of why. */
function describeFaults(root, result) {
  const { name, status, message } = result;
  if (hasFailedTest(result)) return describeTests(root, result, hasFailed);
  return status === "failed" && message ? [describeFault(path.relative(root, name), message)] : [];
}

const describeTests = (root, { name, assertionResults }, isMeant) =>
  assertionResults
    .filter(isMeant)
    .map(({ fullName, failureMessages }) =>
      describeFault(`${path.relative(root, name)} > ${fullName}`, failureMessages.join("\n")),
    );

const describeFault = (what, why) => `  ${what}\n    ${firstLines(why).join("\n    ").slice(0, 900)}`;

/** The first three lines, and the last before the stack: where a message shows code first, as Prisma's do, it ends with the reason. */
function firstLines(why) {
  const lines = why.split("\n").filter((line) => line.trim() !== "");
  const stack = lines.findIndex((line) => /^\s+at /.test(line));
  const message = stack > 0 ? lines.slice(0, stack) : lines;
  return message.length > 3 ? [...message.slice(0, 3), message.at(-1)] : message;
}
