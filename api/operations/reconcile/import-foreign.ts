import { writeAudited } from "../../../shared/db/company/audit-entries.js";
import { importVouchers } from "../../../shared/db/reconcile/import-vouchers.js";
import type { RecordedVoucher } from "../../../shared/domain/recorded-voucher.js";
import type { Operator } from "../operator.js";

/** Imports vouchers that another system issued, with one audit entry for all. Gives the numbers that were added. */
export function importForeign(
  operator: Operator,
  { posNumber, voucherType }: { posNumber: number; voucherType: number },
  vouchers: RecordedVoucher[],
): Promise<number[]> {
  const { companyId, production } = operator;
  return writeAudited(operator, async (tx) => {
    const numbers = await importVouchers(tx, { companyId, production, posNumber, voucherType }, vouchers);
    const record = { action: "invoice.import", resourceId: `${posNumber}-${voucherType}`, after: { numbers } };
    return { result: numbers, record: numbers.length > 0 ? record : undefined };
  });
}
