import { parseArgs } from "node:util";
import { openSystem } from "../../support/processes/open-system.js";
import { readLedgers } from "../../support/readers/three-ledgers.js";
import { findViolations } from "../../support/readers/violations.js";
import { startOwnServers } from "../../support/servers/own-servers.js";
import { createProgress } from "../nemesis/progress.js";
import { awaitSettled } from "../nemesis/settle.js";
import { addPointsOfSale, startSelling } from "../sell.js";
import { createBalancer } from "./balancer.js";
import { type SigtermResult, writeReport } from "./report.js";
import { apis, replaceable, restartAll } from "./restart.js";

const usage = "npm run chaos -- --sigterm 50 [--callers 4] [--sequences 4]";

/** Sends SIGTERM to every kind of process under load, as rolling deploys do. Gives the exit code: 1 on any violation. */
export async function runSigterm(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (!options) {
    console.error(usage);
    return 2;
  }
  const { rounds, callers, sequences } = options;
  await using system = await openSystem(await startOwnServers(), {
    processes: replaceable.flat(),
    env: { TAXAUTH_TIMEOUT_MS: "5000", LOG_LEVEL: "warn" },
    processEnv: Object.fromEntries(apis.map((name) => [name, { SHUTDOWN_DELAY_MS: "300" }])),
  });
  const giveUp = () => void system[Symbol.asyncDispose]().then(() => process.exit(130));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, giveUp);
  await addPointsOfSale(system, sequences);
  await system.authority.set({ latencyMs: 100 });

  const balancer = createBalancer(apis);
  const progress = createProgress(rounds);
  const selling = startSelling(system, { callers, sequences, pauseMs: 600, via: balancer.next });
  const restarts = await restartAll(system, balancer, rounds, (round) =>
    progress(round, `round ${round} of ${rounds}, ${selling.sold()} vouchers`),
  );
  selling.stop();
  await selling.done;
  const { violations: unsettled } = await awaitSettled(system, {
    onWait: (open) => progress(rounds, `settling, ${open.length} things open`),
  });
  const ledgers = await readLedgers(system);
  const result: SigtermResult = {
    rounds,
    restarts,
    ledgers,
    violations: [...findViolations(ledgers), ...unsettled],
  };
  const { text, isGood } = writeReport(result);
  console.log(text);
  return isGood ? 0 : 1;
}

function readOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        sigterm: { type: "string" },
        callers: { type: "string", default: "4" },
        sequences: { type: "string", default: "4" },
      },
    });
    const options = {
      rounds: Number(values.sigterm),
      callers: Number(values.callers),
      sequences: Number(values.sequences),
    };
    return Object.values(options).every((value) => Number.isInteger(value) && value > 0) ? options : undefined;
  } catch {
    return undefined;
  }
}
