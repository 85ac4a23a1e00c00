import { Gauge } from "prom-client";
import type { z } from "zod";
import { commit, version } from "../assets/version.js";
import type { commonConfig } from "../config/config.js";
import { addressesOf } from "../config/database-hosts.js";
import { isLoopback } from "../config/loopback.js";
import { passwordAdvice } from "../config/password-advice.js";
import { armFailpoints } from "../failpoints/failpoint.js";
import type { Log } from "../logging/log.js";
import { createLog } from "../logging/log.js";
import { startTracing } from "../telemetry/start-tracing.js";

/** Begins a process, before it opens anything. Gives its log. @param traced the name of its traces, if they have another */
export async function beginProcess(
  name: "api" | "issuer" | "renderer" | "mailer",
  config: z.output<typeof commonConfig>,
  traced: "app" | typeof name = name,
): Promise<Log> {
  await startTracing(traced, config);
  const log = createLog(name, config.LOG_LEVEL);
  warnOfPassword(log, config.DATABASE_URL);
  process.title = `talonario-${name}`;
  tellBuild();
  armFailpoints(config.FAILPOINT);
  return log;
}

/** Tells among the metrics which version runs: a graph of it shows when one was replaced. */
function tellBuild(): void {
  new Gauge({
    name: "talonario_build_info",
    help: "1, for the version and the commit that run",
    labelNames: ["version", "commit"],
  }).set({ version, commit }, 1);
}

/** Says at the start that the database's password can be guessed. Not of a database on this machine, which others do not reach. */
export function warnOfPassword(log: Log, databaseUrl: string): void {
  const addresses = (addressesOf(databaseUrl) ?? []).map((address) => new URL(address));
  const distant = addresses.find(({ hostname }) => !isLoopback(hostname));
  const problem = distant && passwordAdvice(distant.password);
  if (problem) log.warn(`the password in DATABASE_URL ${problem}`);
}
