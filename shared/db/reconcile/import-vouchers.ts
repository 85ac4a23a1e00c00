import { nullIfEmpty, writePayload } from "../../domain/kept-payload.js";
import { toImportedPayload, toVatRows } from "../../domain/kept-voucher.js";
import type { RecordedVoucher } from "../../domain/recorded-voucher.js";
import type { SequenceKey } from "../../domain/sequence.js";
import type { Transaction } from "../database.js";
import { passExplained } from "../pass-explained.js";
import { doubtEqualSales } from "./doubt-equal-sales.js";

/**
 * Adds foreign vouchers and gives the numbers that it added. Who waits in line and may have one of them gets no turn any more. Imported
 * vouchers use no quota and get no PDF and no mail.
 */
export async function importVouchers(
  tx: Transaction,
  key: SequenceKey,
  recorded: RecordedVoucher[],
): Promise<number[]> {
  const numbers = await addVouchers(tx, key, recorded);
  await doubtEqualSales(tx, key);
  await passExplained(tx, key);
  return numbers;
}

/**
 * Adds vouchers without a key. Skips a number that has a voucher. Also skips a number that is written ahead, because the authority may have
 * granted it to our issuance: the sequence is locked, so that none is meanwhile.
 */
export async function addVouchers(tx: Transaction, key: SequenceKey, recorded: RecordedVoucher[]): Promise<number[]> {
  const { companyId, production, posNumber, voucherType } = key;
  await tx.$queryRaw`SELECT FROM sequence WHERE company_id = ${companyId} AND production = ${production} AND pos_number = ${posNumber}
    AND voucher_type = ${voucherType} FOR UPDATE`;
  const rows = recorded.map((voucher) => ({
    ...voucher,
    payload: writePayload(toImportedPayload(voucher)),
    vat: toVatRows(voucher),
    observations: nullIfEmpty(voucher.observations),
  }));
  const added = await tx.$queryRaw<{ number: number }[]>`
    INSERT INTO voucher
      (company_id, production, pos_number, voucher_type, voucher_number, voucher_date, doc_type, doc_number,
       total_amount, net_amount, vat_amount, exempt_amount, not_taxable_amount, tributes_amount,
       caea, cae, cae_expiration_date, currency, currency_quotation, source, payload, lines, vat, observations, created_at, while_unverified)
    SELECT ${companyId}::int, ${production}::boolean, ${posNumber}::int, ${voucherType}::int, v."voucherNumber", v."voucherDate", v."docType", v."docNumber",
      v."totalAmount", v."netAmount", v."vatAmount", v."exemptAmount", v."notTaxableAmount", v."tributesAmount",
      v."authorization" = 'CAEA', v.cae, v."caeExpirationDate", v.currency, v."currencyQuotation", 'rcel', v.payload, '[]', v.vat, v.observations, v."processedAt",
      EXISTS (SELECT FROM sequence s WHERE s.company_id = ${companyId} AND s.production = ${production} AND s.pos_number = ${posNumber}
        AND s.voucher_type = ${voucherType} AND NOT public.is_verified(s))
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS v("voucherNumber" int, "voucherDate" text, "docType" int, "docNumber" text,
      "totalAmount" numeric, "netAmount" numeric, "vatAmount" numeric, "exemptAmount" numeric, "notTaxableAmount" numeric,
      "tributesAmount" numeric, "authorization" text, cae text, "caeExpirationDate" text, currency text, "currencyQuotation" numeric, payload text, vat jsonb,
      observations jsonb, "processedAt" timestamptz)
    WHERE NOT EXISTS (
      SELECT FROM issuance i WHERE i.company_id = ${companyId} AND i.production = ${production} AND i.pos_number = ${posNumber}
        AND i.voucher_type = ${voucherType} AND i.state = 'submitted' AND i.number = v."voucherNumber")
    ORDER BY v."voucherNumber"
    ON CONFLICT (company_id, production, pos_number, voucher_type, voucher_number) DO NOTHING
    RETURNING voucher_number AS number`;
  return added.map(({ number }) => number).sort((a, b) => a - b);
}
