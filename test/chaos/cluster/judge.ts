import type { System } from "../../support/processes/open-system.js";
import type { ProcessName } from "../../support/processes/service-processes.js";
import { readLedgers } from "../../support/readers/three-ledgers.js";
import { findViolations } from "../../support/readers/violations.js";
import { type ElementsReport, judgeElements } from "../nemesis/elements.js";
import { keepEvidence } from "../nemesis/evidence.js";
import { judgeHistory } from "../nemesis/history.js";
import { findSecrets } from "../nemesis/secrets.js";
import { awaitSettled } from "../nemesis/settle.js";
import { readStanding } from "../nemesis/waits.js";
import type { Callers } from "./callers.js";
import { type Struck, tellFaults } from "./gaps.js";
import { judgeDoubled, judgeLoss, type Loss, withoutForgotten } from "./lost.js";
import type { ClusterOptions } from "./options.js";
import { type Acknowledged, countLost, judgePrimaries, judgeReach } from "./probe.js";
import type { DrillResult } from "./report.js";

interface Drilled {
  options: ClusterOptions;
  callers: Callers;
  struck: Struck[];
  acknowledged: Acknowledged[];
  losses: Loss[];
  failures: string[];
  hasChromium: boolean;
  processes: ProcessName[];
}

/** Waits until everything has settled, and compares the ledgers. */
export async function judgeDrill(system: System, drilled: Drilled): Promise<DrillResult> {
  const { options, callers, struck, acknowledged, losses, hasChromium, processes } = drilled;
  const failures = [...drilled.failures, ...judgeReach(acknowledged, struck)];
  const settling = await awaitSettled(system, {
    others: () => callers.open(),
    hasPrinter: hasChromium,
    onWait: () => undefined,
  });
  await callers.end();
  const ledgers = await readLedgers(system);
  const standing = new Set((await readStanding(system)).map(({ place }) => place));
  const elements: ElementsReport[] = [];
  // One after the other: who reads many at once is told to wait.
  for (const one of callers.batches) elements.push(await judgeElements(system, one, (place) => standing.has(place)));
  const asked = [...callers.credits, ...callers.batches.flatMap((one) => one.asked)];
  const told = [...ledgers.told, ...asked];
  const found = findViolations({ ...ledgers, told: withoutForgotten(told, losses, ledgers.vouchers) });
  const probesLost = await countLost(acknowledged, (text, values) => system.sql(text, values));
  const cuits = new Map(ledgers.vouchers.map(({ company, cuit }) => [company, cuit]));
  const { violations: ofHistory } = await judgeHistory(system, { areClaimed: !options.synchronous });
  const sum = (name: "issued" | "failed") => elements.reduce((all, one) => all + one[name], 0);
  const violations = [
    ...found,
    ...losses.flatMap(judgeLoss),
    ...judgeDoubled(ledgers.granted, told, (company) => cuits.get(company) ?? company),
    ...judgePrimaries(acknowledged),
    ...(options.synchronous && probesLost > 0
      ? [{ invariant: "I2", text: `${probesLost} acknowledged commits are lost` }]
      : []),
    ...elements.flatMap((one) => one.violations),
    ...ofHistory,
    ...settling.violations,
    ...(await findSecrets(system, processes)),
  ];
  const isSuspect = violations.length > 0 || failures.length > 0;
  return {
    ...{
      options,
      ledgers,
      failures,
      losses,
      probesLost,
      probed: acknowledged.length,
      settledSeconds: settling.seconds,
    },
    rows: tellFaults(struck, [...ledgers.told, ...callers.credits]),
    elements: { issued: sum("issued"), failed: sum("failed") },
    credits: callers.credits.filter(({ answer }) => answer !== undefined && answer.status <= 201).length,
    violations,
    evidence: isSuspect ? await keepEvidence(system, processes) : undefined,
  };
}
