import { parseArgs } from "node:util";
import { openSystem } from "../../support/processes/open-system.js";
import { startOwnServers } from "../../support/servers/own-servers.js";
import { createProgress } from "../nemesis/progress.js";
import { writeReport } from "./report.js";
import { stormWebhooks } from "./storm.js";

const usage = "npm run chaos -- --webhooks [--kills 20] [--seed N]";

/** Tells of vouchers while everything around fails. Gives the exit code: 1 on any violation. */
export async function runWebhookChaos(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (!options) {
    console.error(usage);
    return 2;
  }
  const { kills, seed } = options;
  const progress = createProgress(2 * kills);
  const result = await stormWebhooks(
    async (options) => {
      const system = await openSystem(await startOwnServers(), options);
      const giveUp = () => void system[Symbol.asyncDispose]().then(() => process.exit(130));
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, giveUp);
      return system;
    },
    { seed, kills: { mailers: kills, issuers: kills } },
    progress,
  );
  console.log(`\nWebhooks: seed ${seed}\n\n${writeReport(result)}`);
  return result.violations.length === 0 ? 0 : 1;
}

function readOptions(args: string[]): { kills: number; seed: number } | undefined {
  try {
    const { values } = parseArgs({
      args,
      options: {
        webhooks: { type: "boolean" },
        kills: { type: "string", default: "20" },
        seed: { type: "string", default: `${Math.floor(Math.random() * 1_000_000)}` },
      },
    });
    const [kills, seed] = [Number(values.kills), Number(values.seed)];
    return [kills, seed].every((value) => Number.isInteger(value) && value >= 0) ? { kills, seed } : undefined;
  } catch {
    return undefined;
  }
}
