import { readEnvironment } from "../../../shared/config/config.js";
import { neededKinds, type ServingKind } from "../../../shared/db/incarnation/serving-processes.js";
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

/** Whether a process of each kind gives a sign of life. Pages in a process of their own are told, and are not needed. */
export function checkServing(serving: readonly ServingKind[]): CheckResult[] {
  const others = serving.filter(({ kind }) => !neededKinds.some((needed) => needed === kind));
  return [
    ...neededKinds.map((kind) => {
      const found = serving.find((one) => one.kind === kind);
      return found
        ? describe(found)
        : failed(kind, "none gives a sign of life", "Start one; its log says why if it does not serve.");
    }),
    ...others.map(describe),
  ];
}

function describe({ kind, processes, since, versions }: ServingKind): CheckResult {
  const [how, from] = processes === 1 ? ["1 serves", "since"] : [`${processes} serve`, "the first since"];
  const which = `version${versions.length === 1 ? "" : "s"} ${versions.join(" and ")}`;
  return passed(kind, `${how}, ${from} ${since.toISOString().slice(0, 19)}Z, ${which}`);
}
