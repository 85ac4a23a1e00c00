import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, type TestContext } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import { testOf } from "../../support/groups.js";
import { faultRow } from "./fault-row.js";

/** How the drill ends where its programs or its hosts are not to be had. */
const notRun = 2;

async function drill(...args: string[]): Promise<{ exitCode: number | null; output: string }> {
  const child = spawn(process.execPath, ["dist/test/chaos/main.js", "--cluster", ...args], {
    cwd: projectFolder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  const [exitCode] = await once(child, "close");
  return { exitCode, output };
}

async function expectClean(context: TestContext, ...args: string[]): Promise<void> {
  const { exitCode, output } = await drill(...args);
  console.log(output);
  context.skip(exitCode === notRun, output.trim().split("\n").at(-1));
  expect(exitCode, output).toBe(0);
}

faultRow(
  {
    row: 97,
    group: "cluster",
    fault: "the primary's host dies, is cut off, comes back; Redis's master dies",
    expected: "no two primaries take commits, nothing acknowledged is lost, none is doubled",
    check: "I1 I2 I3 I10",
  },
  (context) => expectClean(context, "--minutes", "3"),
);

testOf(
  "cluster",
  "without a synchronous standby, what a failover lost is told, gets its keys again, and none is doubled",
  (context) => expectClean(context, "--minutes", "0.5", "--synchronous", "off", "--faults", "primaryCutOff"),
);
