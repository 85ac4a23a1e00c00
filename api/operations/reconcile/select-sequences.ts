import type { Company } from "../../../shared/db/company/companies.js";
import { listPointsOfSale } from "../../../shared/db/company/points-of-sale.js";
import { listSequences } from "../../../shared/db/reconcile/reconciliation.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { voucherTypesOf } from "../../../shared/domain/voucher-types.js";
import type { Operator } from "../operator.js";

export interface SelectedSequence extends SequenceKey {
  /** The operator named both its point of sale and its type. */
  isAsked: boolean;
}

/**
 * The one sequence of `pos` and `type`, when both are given. Otherwise the sequences known here, and all that the company could
 * use at its points of sale: another system may have used those.
 */
export async function selectSequences(
  { db, companyId, production }: Operator,
  issuer: Pick<Company, "taxType" | "fce" | "withheldA">,
  { pos, type }: { pos: number | undefined; type: number | undefined },
): Promise<SelectedSequence[]> {
  const tenant = { companyId, production };
  if (pos !== undefined && type !== undefined) return [{ ...tenant, posNumber: pos, voucherType: type, isAsked: true }];

  const points = await listPointsOfSale(db, tenant);
  const possible = points.flatMap(({ number }) =>
    voucherTypesOf({ taxType: issuer.taxType, hasFce: issuer.fce !== null, withheldA: issuer.withheldA }).map(
      (voucherType) => ({
        ...tenant,
        posNumber: number,
        voucherType,
      }),
    ),
  );
  const all = [...(await listSequences(db, tenant)), ...possible].filter(
    ({ posNumber, voucherType }) => (pos ?? posNumber) === posNumber && (type ?? voucherType) === voucherType,
  );
  const unique = new Map(all.map((key) => [`${key.posNumber}-${key.voucherType}`, key]));
  return [...unique.values()]
    .sort((one, other) => one.posNumber - other.posNumber || one.voucherType - other.voucherType)
    .map((key) => ({ ...key, isAsked: false }));
}
