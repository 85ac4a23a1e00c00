import type { z } from "zod";
import { writeIfChanged } from "../../shared/db/company/audit-entries.js";
import {
  type ContingencyStatus,
  findContingencyStatus,
  hasSubstitute,
} from "../../shared/db/contingency/contingency-status.js";
import { beginByHand, endByHand, toAuditRecord } from "../../shared/db/contingency/turn-contingency.js";
import type { Statements } from "../../shared/db/pool/database.js";
import { argentineDay } from "../../shared/domain/calendar.js";
import { sayReason } from "../../shared/domain/contingency-reason.js";
import { fortnightOf } from "../../shared/domain/fortnight.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import type { Translate } from "../http/answer-language.js";
import { fieldFault } from "../schemas/check-body.js";
import type { contingency } from "../schemas/contingency.js";
import type { Operator } from "./operator.js";

/** How things stand, with the code of the present fortnight. Source: api/README.md, "Contingencies", C5. */
export const getContingency = (db: Statements, tenant: Tenant, nowMs: number): Promise<ContingencyStatus> =>
  findContingencyStatus(db, tenant, fortnightOf(argentineDay(nowMs)));

/**
 * Begins a contingency by hand, or takes over one that began by itself: then it does not end by itself. The issuers see it within
 * half a second, and wake what waits.
 * @returns whether anything changed
 * @throws ApiError 400 when no point of sale has a substitute
 */
export async function startContingency(operator: Operator, reason: string, nowMs: number): Promise<boolean> {
  const { changed } = await writeIfChanged(operator, async (tx) => {
    const { activeSinceMs, byHand, reason: before } = await getContingency(tx, operator, nowMs);
    if (activeSinceMs !== null && byHand) return { result: undefined, record: undefined };
    if (!(await hasSubstitute(tx, operator))) throw fieldFault("active", noSubstitute);
    const begun = await beginByHand(tx, operator, reason);
    const record = toAuditRecord(operator, "contingency.start", begun ?? { sinceMs: activeSinceMs ?? nowMs, reason });
    return { result: undefined, record: begun ? record : { ...record, before: { active: true, reason: before } } };
  });
  return changed;
}

/** Ends a contingency, however it began. @returns whether one lasted */
export async function endContingency(operator: Operator): Promise<boolean> {
  const { changed } = await writeIfChanged(operator, async (tx) => {
    const ended = await endByHand(tx, operator);
    return { result: undefined, record: ended && toAuditRecord(operator, "contingency.end", ended) };
  });
  return changed;
}

/** As it is shown. */
export function describeStanding(standing: ContingencyStatus, translate: Translate): z.output<typeof contingency> {
  const { activeSinceMs, reason, code, unreported, rejected, pointsOfSale } = standing;
  const isActive = activeSinceMs !== null;
  return {
    ...{ active: isActive, since: isActive ? new Date(activeSinceMs).toISOString() : null },
    reason: reason && translate(sayReason(reason)),
    ...(code ?? { code: null, from: null, to: null, reportBy: null }),
    ...{ unreported, rejected, pointsOfSale },
  };
}

const noSubstitute: LocalizedText = {
  en: "no point of sale has a substitute: set the contingencyPos of one to a point of sale of authorization CAEA first",
  es: "Ningún punto de venta tiene reemplazo: primero elegile a uno, en Puntos de venta, un punto de venta de CAEA.",
};
