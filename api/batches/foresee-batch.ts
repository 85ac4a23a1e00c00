import { findIssuingState } from "../../shared/db/company/issuing-state.js";
import { findIssuanceByKey, type IssuanceView } from "../../shared/db/issuing/issuances.js";
import { getIssuingProfile } from "../../shared/db/issuing/issuing-profile.js";
import { findLastDate } from "../../shared/db/issuing/sequences.js";
import type { Database } from "../../shared/db/pool/database.js";
import type { VatRounding } from "../../shared/domain/amounts.js";
import { argentineDay, toFiscalDate } from "../../shared/domain/calendar.js";
import { withDefaults } from "../../shared/domain/further-data.js";
import { toQuota } from "../../shared/domain/quota.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import { foreseeContent, foreseeRounding, isRefusal, type Remark } from "../issuing/foresee.js";
import { foreseeLaw } from "../issuing/foresee-law.js";
import { lapsed, remarkOnKey, usedUp } from "../issuing/preview-issuance.js";
import type { PerceivedElement } from "./check-elements.js";

/** A remark on an element, by its place in the batch from 0. */
export type PlacedRemark = Remark & { index: number };

export interface ForeseenBatch {
  /** How many would be issued, or have their voucher. */
  issuable: number;
  problems: PlacedRemark[];
  notes: PlacedRemark[];
}

/**
 * Dry run: previews the elements one after the other. An element counts with the dates and the quota that those before it leave. Records
 * and asks nothing, so that the registry of credit invoices is not asked either.
 */
export async function foreseeBatch(
  db: Database,
  company: { vatRounding: VatRounding },
  tenant: Tenant,
  elements: readonly PerceivedElement[],
  nowMs: number,
): Promise<ForeseenBatch> {
  const { companyId, production } = tenant;
  const day = argentineDay(nowMs);
  const issuer = await getIssuingProfile(db, companyId, production);
  const { usage, subscription } = await findIssuingState(db, tenant, { today: day });
  const isPaid = subscription !== null && subscription.until >= day;
  const remarksOf = await foreseeLaw(
    db,
    tenant,
    elements.map(({ content }) => content.body),
  );
  const lastDates = new Map<string, string | null>();
  let left = usage ? toQuota(usage).remaining - usage.reserved : 0;
  const found: ForeseenBatch = { issuable: 0, problems: [], notes: [] };

  for (const { index, content, defaults } of elements) {
    const { body, amounts } = content;
    const { posNumber, voucherType, voucherDate } = body;
    const place = (remark: Remark): PlacedRemark => ({ index, ...remark });
    const known = await findIssuanceByKey(db, tenant, body.idempotency);
    const ofKey = known ? remarkOnKey(known, body) : {};
    if (hasVoucher(known)) {
      found.notes.push(...(ofKey.notes ?? []).map(place));
      found.problems.push(...(ofKey.problems ?? []).map(place));
      if (!ofKey.problems) found.issuable += 1;
      continue;
    }
    const sequence = `${posNumber}-${voucherType}`;
    const lastDate = lastDates.has(sequence)
      ? (lastDates.get(sequence) ?? null)
      : await findLastDate(db, { companyId, production, posNumber, voucherType });
    lastDates.set(sequence, lastDate);
    const rounded = foreseeRounding(company.vatRounding, { body, amounts });
    const subject = {
      body: withDefaults(body, defaults),
      amounts: rounded.amounts,
      issuer,
      today: toFiscalDate(day),
      lastDate,
    };
    const { problems, notes } = foreseeContent({ ...subject, ruleMoves: issuer.ruleMoves }, rounded);
    const refusals = problems.filter(isRefusal);
    if (!isPaid) refusals.unshift(lapsed);
    else if (refusals.length === 0 && left <= 0) refusals.push(usedUp);
    found.problems.push(...refusals.map(place));
    const remarks = [...problems.filter((one) => !isRefusal(one)), ...notes, ...content.notes, ...remarksOf(body)];
    found.notes.push(...[...(ofKey.notes ?? []), ...remarks].map(place));
    if (refusals.length > 0) continue;
    found.issuable += 1;
    left -= 1;
    if (lastDate === null || voucherDate > lastDate) lastDates.set(sequence, voucherDate);
  }
  return found;
}

const hasVoucher = (known: IssuanceView | undefined): boolean => Boolean(known?.voucher);
