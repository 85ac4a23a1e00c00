import type { RecordedVoucher } from "../../domain/recorded-voucher.js";
import type { SequenceKey } from "../../domain/sequence.js";
import { nullIfEmpty, writePayload } from "../../domain/stored-payload.js";
import { toImportedPayload, toVatRows } from "../../domain/stored-voucher.js";
import { advancePastKnown } from "../fragments/advance-past-known.js";
import { Prisma } from "../generated/client.js";
import { refuseWhileOperatorDecides } from "../incarnation/watermarks.js";
import type { Transaction } from "../pool/database.js";
import { doubtEqualSales, doubtFreed, standsIn } from "./doubt-equal-sales.js";
import { inSequence } from "./reconciliation.js";

/**
 * Adds foreign vouchers and gives the numbers that it added. Who waits in line and may have one of them gets no turn any more. Imported
 * vouchers use no quota and get no PDF and no mail.
 *
 * ▲ It raises the epoch of the numberings whose lines it changes: a drain that began before has judged them without these vouchers, and commits
 * nothing. Source: issuer/README.md, section 4, "What a commit looks at".
 *
 * ▲ Nothing is imported while a person must say whether the database went back: what it forgot would count as a stranger's for good, and what is a
 * stranger's as forgotten, whichever way it were noted.
 * @param isTaken the caller has taken the numbering, so nobody who began before commits there
 */
export async function importVouchers(
  tx: Transaction,
  key: SequenceKey,
  recorded: RecordedVoucher[],
  { isTaken = false }: { isTaken?: boolean } = {},
): Promise<number[]> {
  if (!isTaken) await lockNumberings(tx, key);
  await refuseWhileOperatorDecides(tx, "imported");
  const numbers = await addVouchers(tx, key, recorded);
  const doubted = (await doubtFreed(tx, key, numbers)) + (await doubtEqualSales(tx, key));
  await advancePastKnown(tx, key);
  if (!isTaken && numbers.length + doubted > 0) await raiseEpochs(tx, key);
  return numbers;
}

/** The numbering, and those for which it may have stood in. */
const isConcerned = (key: SequenceKey) => Prisma.sql`
  s.company_id = ${key.companyId} AND s.production = ${key.production}
    AND s.voucher_type = ${key.voucherType} AND (s.pos_number = ${key.posNumber} OR ${standsIn(key)})`;

/** By their ids, as every statement that locks several. */
const lockNumberings = (tx: Transaction, key: SequenceKey) =>
  tx.$queryRaw`SELECT FROM sequence s WHERE ${isConcerned(key)} ORDER BY s.id FOR UPDATE`;

const raiseEpochs = (tx: Transaction, key: SequenceKey) => tx.$executeRaw`
  UPDATE sequence s SET epoch = s.epoch + 1 WHERE ${isConcerned(key)}`;

/**
 * Adds vouchers without a key. Skips a number that has a voucher. Also skips a number that is written ahead, because the authority may have
 * granted it to our issuance: the sequence is locked, so that none is meanwhile.
 */
export async function addVouchers(tx: Transaction, key: SequenceKey, recorded: RecordedVoucher[]): Promise<number[]> {
  const { companyId, production, posNumber, voucherType } = key;
  await tx.$queryRaw`SELECT FROM sequence WHERE ${inSequence(key)} FOR UPDATE`;
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
      coalesce((SELECT NOT public.is_verified(s) OR coalesce(v."voucherNumber" BETWEEN s.missing_from AND s.missing_to, false)
        FROM sequence s WHERE ${inSequence(key)}), EXISTS (SELECT FROM issuance i
        WHERE i.company_id = ${companyId} AND i.production = ${production} AND i.state <> 'approved'
          AND (i.suspect_since IS NOT NULL OR i.incarnation <> public.current_incarnation())))
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
