import { listKeyless } from "../../shared/db/reconcile/keyless-vouchers.js";
import { addDays, argentineDay, toFiscalDate } from "../../shared/domain/calendar.js";
import type { ProposedClaim } from "../operations/reconcile/propose-claims.js";
import type { CompanyReconciliation } from "./reconcile-company.js";

/** Imported vouchers without a key that may be of sales which the database forgot. */
export interface KeylessCount {
  vouchers: number;
  /** How many of them this run imported. */
  imported: number;
}

/** The authority takes no date that is further back, so no sale of an older voucher can be sent again as it was. */
const daysBack = 10;

/** Counts them in the numberings that were compared, but for those of which it is known whose they may be. */
export async function countKeyless(
  { operator, sequences }: Pick<CompanyReconciliation, "operator" | "sequences">,
  paired: ProposedClaim[],
  nowMs: number,
): Promise<KeylessCount> {
  const from = toFiscalDate(addDays(argentineDay(nowMs), -daysBack));
  const imported = new Map(sequences.map((one) => [`${one.pos}-${one.type}`, new Set(one.imported)]));
  const known = new Set(paired.map(({ pos, numberPos, type, number }) => `${numberPos ?? pos}-${type}-${number}`));
  const vouchers = (await listKeyless(operator.db, operator, from)).filter(
    ({ posNumber, voucherType, number, mayBeForgotten }) =>
      mayBeForgotten &&
      imported.has(`${posNumber}-${voucherType}`) &&
      !known.has(`${posNumber}-${voucherType}-${number}`),
  );
  const isNew = ({ posNumber, voucherType, number }: (typeof vouchers)[number]) =>
    imported.get(`${posNumber}-${voucherType}`)?.has(number);
  return { vouchers: vouchers.length, imported: vouchers.filter(isNew).length };
}
