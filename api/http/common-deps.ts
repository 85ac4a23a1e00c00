import type { Log } from "../../shared/logging/log.js";
import type { ApiConfig } from "../config.js";

/** Dependencies of every part of the API. */
export interface CommonDeps {
  config: ApiConfig;
  log: Log;
  /** Milliseconds since the epoch. */
  now(): number;
}
