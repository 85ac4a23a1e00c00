import { listConcerned } from "../../shared/db/contingency/list-concerned.js";
import { sayReason } from "../../shared/domain/contingency-reason.js";
import { inEnglish } from "../../shared/domain/localized-text.js";
import { type EnvironmentOption, isProduction } from "./options.js";
import type { CommandContext, CommandOutput } from "./perform.js";
import { dayCell, drawRows } from "./table.js";

/** `contingency status --all`: one line for each company in which one lasts, or something of one is not reported. */
export async function listContingencies({ db }: CommandContext, options: EnvironmentOption): Promise<CommandOutput> {
  const concerned = await listConcerned(db, isProduction(options));
  const contingencies = concerned.map(
    ({ company, activeSinceMs, reason, unreported, rejected, undeclared, reportBy }) => ({
      ...{ company, active: activeSinceMs !== null },
      since: activeSinceMs === null ? null : new Date(activeSinceMs).toISOString(),
      reason: reason && inEnglish(sayReason(reason)),
      ...{ unreported, rejected, undeclared, reportBy },
    }),
  );
  const none = "No contingency lasts, and everything is reported.";
  const rows = contingencies.map((one) => ({ ...one, reportBy: dayCell(one.reportBy) }));
  return { json: { contingencies }, text: drawRows(rows, none) };
}
