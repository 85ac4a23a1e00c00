import type { DeclaredVoucher } from "../../domain/recorded-voucher.js";
import type { SequenceKey } from "../../domain/sequence.js";
import { readPayload } from "../../domain/stored-payload.js";
import { type StoredVoucher, toDeclared } from "../../domain/stored-voucher.js";
import type { Tenant } from "../../domain/tenant.js";
import { Prisma } from "../generated/client.js";
import type { Database } from "../pool/database.js";

/** The rows of a sequence, in a statement of one table. */
export const inSequence = ({ companyId, production, posNumber, voucherType }: SequenceKey) => Prisma.sql`
  company_id = ${companyId} AND production = ${production} AND pos_number = ${posNumber} AND voucher_type = ${voucherType}`;

/** The sequences that our database knows, from issuing or importing. */
export const listSequences = (db: Database, { companyId, production }: Tenant): Promise<SequenceKey[]> =>
  db.$queryRaw<SequenceKey[]>`
    SELECT company_id AS "companyId", production, pos_number AS "posNumber", voucher_type AS "voucherType"
    FROM sequence WHERE company_id = ${companyId} AND production = ${production}
    UNION
    SELECT company_id, production, pos_number, voucher_type
    FROM voucher_count WHERE company_id = ${companyId} AND production = ${production} AND span = 'all'
    UNION
    SELECT company_id, production, pos_number, voucher_type
    FROM voucher_count_pending WHERE company_id = ${companyId} AND production = ${production}
    ORDER BY "posNumber", "voucherType"`;

/** The numbers that a sequence has reached, by our database. */
export interface SequenceSummary {
  /** Null until we asked the authority for the first time. */
  lastNumber: number | null;
  firstVoucher: number | null;
  lastVoucher: number | null;
  /** The first voucher under CAEA that is not reported. The authority does not know it and those behind it. */
  firstUnreported: number | null;
  /** Somebody else was once proven to issue there, and nothing of ours may be forgotten. */
  isShared: boolean;
  /** No commit of it is missing. False also where the numbering was never used here. */
  isVerified: boolean;
}

export async function readStanding(db: Database, key: SequenceKey): Promise<SequenceSummary> {
  const [standing] = await db.$queryRaw<[SequenceSummary]>`
    SELECT (SELECT last_number FROM sequence WHERE ${inSequence(key)}) AS "lastNumber",
      (SELECT min(voucher_number) FROM voucher WHERE ${inSequence(key)}) AS "firstVoucher",
      (SELECT max(voucher_number) FROM voucher WHERE ${inSequence(key)}) AS "lastVoucher",
      (SELECT min(voucher_number) FROM caea_report WHERE ${inSequence(key)} AND state <> 'reported') AS "firstUnreported",
      coalesce((SELECT shared AND NOT unverified FROM sequence WHERE ${inSequence(key)}), false) AS "isShared",
      coalesce((SELECT public.is_verified(s) FROM sequence s WHERE ${inSequence(key)}), false) AS "isVerified"`;
  return standing;
}

/** The first number of a sequence that may be of this day or a later one: dates never go back. */
export async function firstNumberSince(db: Database, key: SequenceKey, day: string): Promise<number> {
  const [row] = await db.$queryRaw<[{ number: number }]>`
    SELECT coalesce((SELECT min(voucher_number) FROM voucher WHERE ${inSequence(key)} AND voucher_date >= ${day}),
      (SELECT max(voucher_number) + 1 FROM voucher WHERE ${inSequence(key)}), 1) AS number`;
  return row.number;
}

interface OurVoucher {
  id: number;
  /** Voucher under CAEA of which the authority was not told, or that it has not accepted. */
  isUnreported: boolean;
  declared: DeclaredVoucher;
}

/** Numbers of ours in a range: vouchers, and those that are written ahead and not settled. */
export interface OurNumbers {
  vouchers: Map<number, OurVoucher>;
  open: Set<number>;
}

/** Reads a range of numbers, both ends included. */
export async function readNumbers(db: Database, key: SequenceKey, from: number, to: number): Promise<OurNumbers> {
  // The order matters: an issuance that settles between the two statements is in both results, and never in none.
  const open = await db.$queryRaw<{ number: number }[]>`
    SELECT number FROM issuance WHERE ${inSequence(key)} AND state = 'submitted' AND number BETWEEN ${from} AND ${to}`;
  const rows = await db.$queryRaw<
    (Omit<StoredVoucher, "payload" | "voucherType"> & {
      payload: string;
      id: number;
      number: number;
      isUnreported: boolean;
    })[]
  >`
    SELECT id, voucher_number AS number, voucher_date AS "voucherDate", doc_type AS "docType", doc_number AS "docNumber",
      total_amount::text AS "totalAmount", net_amount::text AS "netAmount", vat_amount::text AS "vatAmount",
      exempt_amount::text AS "exemptAmount", not_taxable_amount::text AS "notTaxableAmount", tributes_amount::text AS "tributesAmount",
      CASE WHEN caea THEN 'CAEA' ELSE 'CAE' END AS authorization,
      EXISTS (SELECT FROM caea_report r WHERE r.voucher_id = voucher.id AND r.state <> 'reported') AS "isUnreported",
      cae, cae_expiration_date AS "caeExpirationDate", currency, currency_quotation::text AS "currencyQuotation", source, vat, payload
    FROM voucher WHERE ${inSequence(key)} AND voucher_number BETWEEN ${from} AND ${to}`;
  return {
    open: new Set(open.map(({ number }) => number)),
    vouchers: new Map(
      rows.map(({ id, number, isUnreported, payload, ...kept }) => [
        number,
        {
          id,
          isUnreported,
          declared: toDeclared({ ...kept, voucherType: key.voucherType, payload: readPayload(payload) }),
        },
      ]),
    ),
  };
}

/**
 * How many of the numbers after `after`, up to `to`, have a voucher in our database, and how many are written ahead and settle by themselves:
 * where a person must decide, the authority may count another's voucher.
 */
export async function countNumbers(
  db: Database,
  key: SequenceKey,
  after: number,
  to: number,
): Promise<{ vouchers: number; open: number }> {
  const [counts] = await db.$queryRaw<[{ vouchers: number; open: number }]>`
    SELECT
      (SELECT count(*)::int FROM voucher
        WHERE ${inSequence(key)} AND voucher_number > ${after} AND voucher_number <= ${to}) AS vouchers,
      (SELECT count(*)::int FROM issuance
        WHERE ${inSequence(key)} AND state = 'submitted' AND operator_reason IS NULL AND number > ${after} AND number <= ${to}) AS open`;
  return counts;
}
