import { writeAudited } from "../../shared/db/company/audit-entries.js";
import { countRecent, findVoucherAge, printedForms } from "../../shared/db/delivery/voucher-follow-ups.js";
import type { Transaction } from "../../shared/db/pool/database.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { original, type PdfForm, pdfFormKey } from "../../shared/domain/pdf-form.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import { ApiError, businessFault } from "../http/errors.js";
import { noPdf, noVoucher } from "../http/refusals.js";
import type { Operator } from "./operator.js";

const action = "invoice.pdf.regenerate";
const dayMs = 24 * 3_600_000;
/** Days after issuing in which a PDF can be made anew, and times in 24 hours. */
export const windowDays = 30;
export const maxADay = 5;

/** `attempt`: what two requests at the same moment have in common, so that they ask for one print. */
type Reprint = (voucherId: number, form: PdfForm, attempt: string) => Promise<void>;

/**
 * Prints every existing PDF of a voucher again, with today's logo and company data. The prints are requested before they are
 * counted, so that every counted one was really requested, and no lock is held meanwhile.
 * Source: api/README.md, "Further paths".
 */
export async function regeneratePdf(
  operator: Operator,
  voucherId: number,
  printAnew: Reprint,
): Promise<{ remaining: number }> {
  const { times, forms } = await checkAllowed(operator.db, operator, voucherId);
  const attempt = `${new Date().toISOString().slice(0, 10)}-${times}`;
  for (const form of forms) await printAnew(voucherId, form, attempt);
  return writeAudited(operator, async (tx) => {
    const counted = await checkAllowed(tx, operator, voucherId);
    const after = { versions: forms.map(describeForm) };
    const remaining = maxADay - counted.times - 1;
    return { result: { remaining }, record: { action, resourceId: `${voucherId}`, after } };
  });
}

/** @throws ApiError when the voucher's PDF may not be made anew now */
async function checkAllowed(tx: Transaction, tenant: Tenant, voucherId: number) {
  const voucher = await findVoucherAge(tx, tenant, voucherId);
  if (!voucher) throw noVoucher();
  if (voucher.isForeign) throw businessFault(noPdf);
  if (voucher.ageMs > windowDays * dayMs) throw businessFault(tooOld);
  const recent = { action, resourceId: `${voucherId}`, windowMs: dayMs };
  const { times, earliestAgoMs } = await countRecent(tx, tenant, recent);
  if (times >= maxADay) throw tooMany(dayMs - earliestAgoMs);
  const printed = await printedForms(tx, voucherId);
  return { times, forms: printed.length > 0 ? printed : [original] };
}

/** In the audit log: the copies, or the key of a ticket. */
const describeForm = (form: PdfForm) => (form.layout === "a4" ? form.versions : pdfFormKey(form));

export const tooMany = (waitMs: number) =>
  new ApiError(
    429,
    {
      en: `The PDF of a voucher can be made anew ${maxADay} times a day.`,
      es: `El PDF se puede volver a hacer ${maxADay} veces por día: probá mañana.`,
    },
    { code: "QUOTA_EXCEEDED", headers: { "Retry-After": String(Math.max(1, Math.ceil(waitMs / 1_000))) } },
  );

const tooOld: LocalizedText = {
  en: `A PDF can be made anew within ${windowDays} days of the voucher's issuance.`,
  es: `El PDF se puede volver a hacer hasta ${windowDays} días después de emitido el comprobante.`,
};
