import { expect, test } from "vitest";
import { projectFolder } from "../../../../shared/assets/assets.js";
import { runTool } from "../../../../shared/launch/run-tool.mjs";

const run = (script: string, takeLine?: (line: string) => boolean) =>
  runTool("the tool", process.execPath, ["-e", script], { cwd: projectFolder, env: process.env, takeLine });

test("a tool's failure shows what it wrote, without the lines that somebody took", async () => {
  const taken: string[] = [];
  const failing = `
    console.log("before"); console.error("npm http fetch one"); console.log("npm http fetch two"); console.error("the reason");
    process.stdout.write("no end of line"); process.exitCode = 3;
  `;
  const takeLine = (line: string) => line.startsWith("npm http ") && taken.push(line) > 0;
  const error = await run(failing, takeLine).catch((caught) => caught as Error);
  expect(taken.sort()).toEqual(["npm http fetch one", "npm http fetch two"]);
  for (const kept of ["the tool failed", "before", "the reason", "no end of line"])
    expect(error?.message).toContain(kept);
  expect(error?.message).not.toContain("npm http");
});

test("a tool that succeeds says nothing", async () => {
  expect(await run('console.log("much")')).toBe(undefined);
});
