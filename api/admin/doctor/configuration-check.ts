import { readEnvironment } from "../../../shared/config/config.js";
import { serviceConfig } from "../config.js";
import { type CheckResult, failed, passed } from "./check.js";

/** Whether the environment has all settings of the four processes. */
export function checkConfiguration(): CheckResult {
  const read = readEnvironment(serviceConfig);
  if ("config" in read) return passed("configuration", "all settings are valid");
  return failed(
    "configuration",
    read.faults.join("; "),
    "Set these variables; shared/deploy/settings.md describes each of them.",
  );
}
