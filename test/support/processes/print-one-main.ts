import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { openBrowser } from "../../../renderer/browser.js";
import { projectFolder } from "../../../shared/assets/assets.js";

// A process of the tests: prints one page as the renderer does, then tells in how many process namespaces each process of the
// browser is.
const processTable = path.join(projectFolder, "shared", "launch", "process-table.mjs");
const { descendantsOf } = (await import(pathToFileURL(processTable).href)) as {
  descendantsOf(pids: number[]): { pid: number }[];
};

const [executablePath, sandbox] = process.argv.slice(2);
const browser = await openBrowser({ executablePath, sandbox: sandbox === "true" });
const pdf = await browser.use(async (page) => {
  await page.show("<p>one</p>", "Test");
  return page.toPdf();
});
const namespaces = descendantsOf([process.pid]).map(({ pid }) => depthOf(pid));
await browser.close();
const deepest = Math.max(...namespaces);
console.log(JSON.stringify({ uid: process.getuid?.(), pdf: pdf.subarray(0, 5).toString(), deepest }));

function depthOf(pid: number): number {
  try {
    return (
      /^NSpid:(.*)$/m
        .exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
        ?.trim()
        .split(/\s+/).length ?? 0
    );
  } catch {
    return 0;
  }
}
