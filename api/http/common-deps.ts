import type { Log } from "../../shared/logging/log.js";
import type { ApiConfig } from "../config.js";

/** What every part of the API needs. */
export interface CommonDeps {
  config: ApiConfig;
  log: Log;
  /** Milliseconds since the epoch. */
  now(): number;
}
