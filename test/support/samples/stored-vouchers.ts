import type { Database } from "../../../shared/db/pool/database.js";
import { noPrintedTexts } from "../../../shared/domain/printed-texts.js";
import { writePayload } from "../../../shared/domain/stored-payload.js";

/** The fields of a voucher that the listing uses. The other columns get made-up values. */
export interface StoredVoucher {
  id: number;
  companyId: number;
  production: boolean;
  pos: number;
  type: number;
  number: number;
  date: string;
  docType: number;
  docNumber: string;
  total: string;
  /** Pesos by default. */
  currency?: string;
  quotation?: string;
  cae: string;
  caea?: boolean;
  externalReference: string | null;
  idempotency: string | null;
  apiKeyId: number | null;
  userEmail: string | null;
  source: string;
  /** ISO 8601, in milliseconds. */
  created: string;
}

/** The payload of a voucher whose content, apart from the amounts, is unknown. */
export const unknownPayload = writePayload({
  concept: 1,
  serviceFrom: null,
  serviceTo: null,
  serviceExpiration: null,
  customer: { docType: 99, docNumber: "0", name: "Consumidor Final", taxType: 5, address: null, stateId: null },
  items: [],
  associatedVouchers: null,
  associatedPeriod: null,
  fce: null,
  priceIncludesVat: true,
  tributes: null,
  settings: { quantityPrecision: 2, pricePrecision: 2 },
  legend: null,
  comments: null,
  additionalData: null,
  cancelsInSameForeignCurrency: null,
  receiverTaxConditionId: null,
  activityCode: null,
  ...noPrintedTexts,
});

/** A voucher of 121.00 to nobody in particular, as an import would keep it. Its number is its id unless `over` says another. */
export const importedVoucher = (
  over: Partial<StoredVoucher> & Pick<StoredVoucher, "id" | "companyId" | "pos" | "type">,
): StoredVoucher => ({
  production: false,
  number: over.id,
  date: "20260115",
  docType: 99,
  docNumber: "0",
  total: "121.00",
  cae: "86470000000001",
  externalReference: null,
  idempotency: null,
  apiKeyId: null,
  userEmail: null,
  source: "rcel",
  created: "2026-01-15T12:00:00.000Z",
  ...over,
});

/** Inserts vouchers without issuances, as an import would. */
export async function storeVouchers(db: Database, vouchers: StoredVoucher[]): Promise<void> {
  await db.$executeRaw`
    INSERT INTO voucher (id, company_id, production, pos_number, voucher_type, voucher_number, voucher_date, doc_type, doc_number,
      total_amount, net_amount, vat_amount, exempt_amount, not_taxable_amount, tributes_amount, cae, caea, cae_expiration_date, currency,
      currency_quotation, external_reference, idempotency, api_key_id, user_email, source, payload, lines, vat, created_at)
    SELECT v.id, v."companyId", v.production, v.pos, v.type, v.number, v.date, v."docType", v."docNumber",
      v.total, v.total, 0, 0, 0, 0, v.cae, coalesce(v.caea, false), v.date, coalesce(v.currency, 'PES'), coalesce(v.quotation, 1),
      v."externalReference", v.idempotency, v."apiKeyId", v."userEmail", v.source,
      ${unknownPayload}, '[]', '[]', v.created
    FROM jsonb_to_recordset(${JSON.stringify(vouchers)}::jsonb) AS v(id bigint, "companyId" int, production boolean, pos int, type int, number int,
      date text, "docType" int, "docNumber" text, total numeric, currency text, quotation numeric, cae text, caea boolean, "externalReference" text, idempotency text, "apiKeyId" int,
      "userEmail" text, source text, created timestamptz)`;
}
