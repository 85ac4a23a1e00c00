import type { z } from "zod";
import type { commonConfig } from "../config/config.js";
import { armFailpoints } from "../failpoints/failpoint.js";
import { createLog, type Log } from "../logging/log.js";
import { startTracing } from "../telemetry/start-tracing.js";
import { tellBuild } from "./build-info.js";
import { warnOfPassword } from "./database-password.js";

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
