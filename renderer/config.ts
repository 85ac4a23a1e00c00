import { z } from "zod";
import { commonConfig, databaseConnections, integerFrom, metricsPort, storageUrl, yesOrNo } from "../shared/config.js";

export const rendererConfig = commonConfig.extend({
  DATABASE_CONNECTIONS: databaseConnections(4),
  PDF_STORAGE_URL: storageUrl,
  METRICS_PORT: metricsPort,
  RENDERER_CONCURRENCY: integerFrom(1).default(2),
  CHROMIUM_PATH: z.string().optional(),
  /** Whether Chromium may print without its sandbox. */
  CHROMIUM_NO_SANDBOX: yesOrNo,
});
