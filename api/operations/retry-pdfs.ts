import { writeAudited } from "../../shared/db/company/audit-entries.js";
import { retryDeadLetters } from "../../shared/db/delivery/print-tries.js";
import type { CompanyOperator } from "./operator.js";

/** Gives the PDFs that were put aside their tries again, of one voucher or of the whole company. Gives how many there were. */
export function retryPdfs({ db, actor, companyId }: CompanyOperator, voucherId?: number): Promise<number> {
  return writeAudited(db, actor, companyId, async (tx) => {
    const result = await retryDeadLetters(tx, companyId, voucherId);
    const resourceId = voucherId === undefined ? "all" : `${voucherId}`;
    const record = { companyId, production: null, action: "invoice.pdf.retry", resourceId, after: { pdfs: result } };
    return { result, record: result > 0 ? record : undefined };
  });
}
