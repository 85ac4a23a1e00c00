import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { secretNames } from "../../shared/config/secret-files.js";
import { type ProcessName, type System, startSystem } from "../support/processes/system.js";
import { invoiceB } from "../support/samples/invoice.js";

const processes: ProcessName[] = ["api", "issuer", "renderer", "mailer"];

let [system, folder]: [System?, string?] = [];
beforeAll(async () => {
  system = await startSystem({ processes });
  folder = await mkdtemp(path.join(tmpdir(), "talonario-secrets-"));
});
afterAll(async () => {
  await system?.[Symbol.asyncDispose]();
  if (folder) await rm(folder, { recursive: true });
});

/** The secrets of a running process as files, and none of them in its environment. */
function asFiles(pid: number): Record<string, string> {
  const environment = readFileSync(`/proc/${pid}/environ`, "utf8")
    .split("\0")
    .flatMap((line) => {
      const [name = "", ...value] = line.split("=");
      return secretNames.includes(name) && value.join("=") !== "" ? [[name, value.join("=")] as const] : [];
    });
  return Object.fromEntries(
    environment.flatMap(([name, value]) => {
      const file = path.join(`${folder}`, `${pid}-${name}`);
      writeFileSync(file, `${value}\n`, { mode: 0o600 });
      return [
        [name, ""],
        [`${name}_FILE`, file],
      ];
    }),
  );
}

test("each process starts with its secrets from files alone, and a voucher is issued", async () => {
  if (!system) throw new Error("not started");
  for (const name of processes) {
    const env = asFiles(system.pids()[name] ?? 0);
    expect(Object.keys(env)).toContain("DATABASE_URL_FILE");
    await system.stop(name);
    await system.start(name, env);
    const seen = readFileSync(`/proc/${system.pids()[name]}/environ`, "utf8");
    for (const secret of secretNames) expect(seen).not.toMatch(new RegExp(`\0${secret}=[^\0]`));
  }
  const { status, body } = await system.request("/invoices", { method: "POST", body: invoiceB() });
  expect([status, body.ok]).toEqual([201, true]);
});
