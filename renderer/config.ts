import { z } from "zod";
import {
  commonConfig,
  databaseConnections,
  integerFrom,
  listenAddress,
  metricsPort,
  storageUrl,
  yesOrNo,
} from "../shared/config/config.js";

export const rendererConfig = commonConfig.extend({
  DATABASE_CONNECTIONS: databaseConnections(4),
  PDF_STORAGE_URL: storageUrl,
  METRICS_PORT: metricsPort,
  LISTEN_ADDRESS: listenAddress,
  RENDERER_CONCURRENCY: integerFrom(1).default(2),
  CHROMIUM_PATH: z.string().optional(),
  /** Whether Chromium may print without its sandbox. */
  CHROMIUM_NO_SANDBOX: yesOrNo,
});
