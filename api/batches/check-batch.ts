import { getIssuedClasses } from "../../shared/db/company/issued-classes.js";
import { findIssuingState } from "../../shared/db/company/issuing-state.js";
import type { Database } from "../../shared/db/pool/database.js";
import { argentineDay, toFiscalDate } from "../../shared/domain/calendar.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import { businessFault, type PlacedFault } from "../http/errors.js";
import { findRefusal, type Handling } from "../http/handling.js";
import { subscriptionExpired } from "../http/refusals.js";
import { lackOfCertificate } from "../issuing/eligibility.js";
import type { SentBatch } from "../parsing/sent-batch.js";
import { checkElements, type FindUnlisted, type PerceivedElement, posNumbersOf } from "./check-elements.js";
import { completeElements } from "./complete-elements.js";

/** A batch that may be recorded. */
export interface CheckedBatch {
  name: string | null;
  elements: PerceivedElement[];
  /** The month of the subscription that its vouchers belong to. `YYYY-MM-DD` */
  periodStart: string;
}

/**
 * All checks of a batch: all of it may be issued, or nothing is. Whether the month's quota is enough shows later. A preview goes on while the
 * subscription is lapsed.
 * @throws ApiError 402; 400 naming every fault of every element, and what was ignored when handling is strict; 400 without details
 * when there is no certificate
 */
export async function checkBatch(
  db: Database,
  tenant: Tenant,
  sent: SentBatch,
  handling: Handling,
  { nowMs, aliquotDecimals, isPreview = false }: { nowMs: number; aliquotDecimals: number; isPreview?: boolean },
  unlisted: FindUnlisted = () => [],
): Promise<CheckedBatch> {
  const today = argentineDay(nowMs);
  const [state, issuer] = await Promise.all([
    findIssuingState(db, tenant, { today, posNumbers: posNumbersOf(sent) }),
    getIssuedClasses(db, tenant.companyId),
  ]);
  const { subscription, hasCertificate, periodStart, points } = state;
  if (!isPreview && (!subscription || subscription.until < today)) throw subscriptionExpired();
  const checked = await checkElements(sent, points, { ...issuer, aliquotDecimals }, handling, unlisted);
  const { faults, elements } = await completeElements(db, tenant, sent, checked, toFiscalDate(today));
  const refusal = findRefusal(handling, sent.lineOf ? inOrderOfLines(faults) : faults);
  if (refusal) throw refusal;
  if (!hasCertificate) throw businessFault(lackOfCertificate(state));
  return { name: sent.name, elements, periodStart };
}

/** Sorts faults by line, those of the whole file first. */
const inOrderOfLines = (faults: PlacedFault[]): PlacedFault[] =>
  faults.toSorted((one, other) => lineOf(one) - lineOf(other));

const lineOf = ({ field }: PlacedFault): number =>
  typeof field === "object" && field !== null && "line" in field ? field.line : 0;
