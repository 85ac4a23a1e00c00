import type { z } from "zod";
import { writeAudited, writeIfChanged } from "../../shared/db/company/audit-entries.js";
import {
  type ContingencyStatus,
  findContingencyStatus,
  hasSubstitute,
} from "../../shared/db/contingency/contingency-status.js";
import { findReport, type ReportStanding, retryReport } from "../../shared/db/contingency/retry-report.js";
import { beginByHand, endByHand, toAuditRecord } from "../../shared/db/contingency/turn-contingency.js";
import type { Statements } from "../../shared/db/pool/database.js";
import { argentineDay } from "../../shared/domain/calendar.js";
import { sayReason } from "../../shared/domain/contingency-reason.js";
import { fortnightOf } from "../../shared/domain/fortnight.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import type { Translate } from "../http/answer-language.js";
import { businessFault } from "../http/errors.js";
import { noVoucher } from "../http/refusals.js";
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

/**
 * Has the rejected report of a voucher under CAEA tried again. One that is not rejected stays as it is.
 * Source: api/README.md, "Contingencies", C6.
 * @throws ApiError 404 without such a voucher, 400 when it is not under CAEA
 */
export function reportAgain(operator: Operator, voucherId: number): Promise<ReportStanding> {
  return writeAudited(operator, async (tx) => {
    const before = await findReport(tx, operator, voucherId);
    if (before === undefined) throw noVoucher();
    if (before === null)
      throw businessFault({
        en: "The voucher has a CAE: the authority knows it, and there is nothing to report.",
        es: "El comprobante tiene CAE: ARCA ya lo conoce y no hay nada que informar.",
      });
    if (!(await retryReport(tx, operator, voucherId))) return { result: before, record: undefined };
    const changes = { before: { state: "rejected", errors: before.errors }, after: { state: "due" } };
    const record = { action: "invoice.report", resourceId: `${voucherId}`, ...changes };
    return { result: { ...before, state: "due" as const }, record };
  });
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
