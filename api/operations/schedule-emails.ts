import { writeAudited } from "../../shared/db/company/audit-entries.js";
import { addRecipients, countRecipients, findVoucherAge } from "../../shared/db/delivery/voucher-follow-ups.js";
import type { EmailRecipient } from "../../shared/domain/issuance-request.js";
import { businessFault } from "../http/errors.js";
import { noVoucher } from "../http/refusals.js";
import type { Operator } from "./operator.js";

/** Limit of recipients of one voucher, those of its issuance included. */
export const maxRecipients = 3;

/** Adds recipients to an issued voucher. Gives their ids, to mail them at once. Source: api/README.md, "Further paths". */
export function scheduleEmails(operator: Operator, voucherId: number, emails: EmailRecipient[]): Promise<number[]> {
  return writeAudited(operator, async (tx) => {
    const voucher = await findVoucherAge(tx, operator, voucherId);
    if (!voucher) throw noVoucher();
    if (voucher.isForeign)
      throw businessFault({
        en: "The voucher was issued elsewhere: it has no PDF here to be sent.",
        es: "El comprobante se emitió en otro sistema: acá no tiene PDF para mandar.",
      });
    const earlier = await countRecipients(tx, voucherId);
    if (earlier + emails.length > maxRecipients)
      throw businessFault({
        en: `A voucher may have ${maxRecipients} e-mail recipients; this one has ${earlier}, and ${emails.length} more were asked for.`,
        es: `Un comprobante se puede mandar a ${maxRecipients} direcciones como mucho, este ya tiene ${earlier} y pediste ${emails.length} más: elegí menos.`,
      });
    const result = await addRecipients(tx, operator, voucherId, emails, earlier);
    const after = { emails: emails.map(({ email, name, pdfVersions }) => ({ email, name, pdfVersions })) };
    return { result, record: { action: "invoice.email.schedule", resourceId: `${voucherId}`, after } };
  });
}
