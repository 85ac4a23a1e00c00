import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { testOf } from "../../support/groups.js";
import { startSystem } from "../../support/processes/system.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { startTraceCollector } from "../../support/servers/trace-collector.js";
import { tracedTo } from "./follow.js";

const names = ["api", "issuer", "renderer", "mailer"] as const;

/** The files that a process has loaded, as V8's own coverage lists them when it ends. */
function loadedBy(folder: string): string[] {
  const reports = readdirSync(folder).map((file) => JSON.parse(readFileSync(path.join(folder, file), "utf8")));
  return reports.flatMap(({ result }: { result: { url: string }[] }) => result.map(({ url }) => url));
}

/** Issues a voucher, stops all processes, and gives what each has loaded. */
async function filesLoaded(env: Record<string, string>): Promise<Map<string, string[]>> {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-loaded-"));
  const folderOf = (name: string) => path.join(folder, name);
  try {
    const processEnv = Object.fromEntries(names.map((name) => [name, { NODE_V8_COVERAGE: folderOf(name) }]));
    await using system = await startSystem({ env: { ...env, SHUTDOWN_DELAY_MS: "0" }, processEnv });
    expect((await system.request("/invoices", { method: "POST", body: invoiceB() })).status).toBe(201);
    await Promise.all(names.map((name) => system.stop(name)));
    return new Map(names.map((name) => [name, loadedBy(folderOf(name))]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

testOf(
  "sandbox",
  "without a collector no process loads anything of OpenTelemetry, and with one each does",
  async () => {
    await using collector = await startTraceCollector();
    const [without, with_] = [await filesLoaded({}), await filesLoaded(tracedTo(collector))];
    const ofIt = (files: string[] = []) => files.filter((file) => /open-?telemetry/i.test(file));
    for (const name of names) {
      expect(without.get(name)?.some((file) => file.endsWith(`dist/${name}/main.js`))).toBe(true);
      expect([name, ofIt(without.get(name))]).toEqual([name, []]);
      expect([name, ofIt(with_.get(name)).length > 10]).toEqual([name, true]);
    }
  },
);
