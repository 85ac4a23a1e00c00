import type { LedgerView } from "../../authority/ledger-view.js";
import type { System } from "../processes/open-system.js";
import type { Exchange } from "./exchange.js";

/** Three records of the same sales: the answers to the callers, our database, and what the authority granted. */
export interface Ledgers {
  told: Exchange[];
  issuances: IssuanceRow[];
  vouchers: VoucherRow[];
  usage: UsageRow[];
  granted: LedgerView[];
}

export interface IssuanceRow {
  company: string;
  production: boolean;
  idempotency: string;
  state: string;
  pos: number;
  type: number;
  number: number | null;
  /** Why a person must decide about its number. */
  why: string | null;
}

export interface VoucherRow {
  id: number;
  company: string;
  cuit: string;
  production: boolean;
  pos: number;
  type: number;
  number: number;
  date: string;
  docNumber: string;
  total: string;
  net: string;
  vat: string;
  cae: string;
  caea: boolean;
  /** What became of its report; null when it needs none. */
  report: "due" | "sent" | "rejected" | "reported" | "givenUp" | null;
  amounts: string[];
  idempotency: string;
  payload: { items: { description: string; price: number }[] };
  hasPdf: boolean;
  pdfs: number;
}

interface UsageRow {
  company: string;
  reserved: number;
  used: number;
}

/** Reads all three as they are now, not through a proxy. What was imported was issued by nobody here. */
export async function readLedgers({
  told,
  sql,
  authority,
}: Pick<System, "told" | "sql" | "authority">): Promise<Ledgers> {
  const [issuances, vouchers, usage, granted] = await Promise.all([
    sql<IssuanceRow>(`
      SELECT c.code AS company, i.production, i.idempotency, i.state::text, i.pos_number AS pos, i.voucher_type AS type, i.number,
        CASE WHEN i.state = 'submitted' THEN i.operator_reason END AS why
      FROM issuance i JOIN company c ON c.id = i.company_id`),
    sql<VoucherRow>(`
      SELECT v.id, c.code AS company, c.cuit, v.production, v.pos_number AS pos, v.voucher_type AS type, v.voucher_number AS number,
        v.voucher_date AS date, v.doc_number AS "docNumber", v.total_amount::text AS total, v.net_amount::text AS net,
        v.vat_amount::text AS vat, v.cae, v.caea, v.idempotency,
        (SELECT r.state FROM caea_report r WHERE r.voucher_id = v.id) AS report,
        ARRAY[v.net_amount, v.vat_amount, v.exempt_amount, v.not_taxable_amount, v.tributes_amount]::text[] AS amounts, ('{' || v.payload || '}')::json AS payload, v.has_pdf AS "hasPdf",
        (SELECT count(*)::int FROM pdf p WHERE p.voucher_id = v.id AND p.versions = '1') AS pdfs
      FROM voucher v JOIN company c ON c.id = v.company_id WHERE v.source <> 'rcel' ORDER BY v.id`),
    sql<UsageRow>(`
      SELECT c.code AS company, sum(u.reserved)::int AS reserved, sum(u.used_production + u.used_homologation)::int AS used
      FROM usage_period u JOIN company c ON c.id = u.company_id GROUP BY c.code`),
    authority.ledger(),
  ]);
  return { told, issuances, vouchers, usage, granted };
}
