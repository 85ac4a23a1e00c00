import { afterAll, expect } from "vitest";
import { type CommandEnding, type CommandLine, quickCommandLine } from "../../support/processes/command-line.js";
import { type ProcessName, type System, shortTurnWaits, startSystem } from "../../support/processes/system.js";

/** A running system and the command that compares it with its authority. */
interface Reconciling {
  system: System;
  run: CommandLine;
  /** Runs `reconcile` for the demo company and gives its JSON. Default: homologation. */
  reconcile(options?: string, env?: string): Promise<{ exitCode: number | null } & CommandEnding["json"]>;
  /** Issues a voucher and gives its number. */
  issue(body: object, key?: string): Promise<number>;
}

/** The demo company's tax id. */
export const cuit = "30712345671";

/** Starts it for a whole test file, and stops it after the file's tests. */
export async function startReconciling(processes: ProcessName[]): Promise<Reconciling> {
  const system = await startSystem({ processes, env: shortTurnWaits() });
  afterAll(() => system[Symbol.asyncDispose]());
  const { host, port } = system.redis.options;
  const run = quickCommandLine({ DATABASE_URL: system.databaseUrl, REDIS_URL: `redis://${host}:${port}` });
  return {
    system,
    run,
    async reconcile(options = "", env = "homologation") {
      const args = `reconcile --company demo --env ${env} ${options} --json`.split(" ").filter(Boolean);
      const { exitCode, json } = await run(...args);
      return { exitCode, ...json };
    },
    async issue(body, key) {
      const { status, body: answer } = await system.request("/invoices", { method: "POST", body, key });
      expect([status, answer]).toEqual([201, expect.anything()]);
      return answer.result.voucherNumber;
    },
  };
}
