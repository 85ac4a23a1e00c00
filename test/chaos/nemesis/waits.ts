import type { System } from "../../support/processes/open-system.js";
import { nameOfVerification } from "./operator/contingencies.js";
import { nameOfIssuance } from "./operator/issuances.js";
import { nameOfReport } from "./operator/reports.js";
import { sequenceOf } from "./places.js";

/** Something that waits for a person, as the operator names it, and the sequence where it waits. */
export interface Wait {
  name: string;
  place: string;
}

/** What a sequence stands still for until a person decides. */
export async function readStanding({ sql }: Pick<System, "sql">): Promise<Wait[]> {
  const rows = await sql<{ id: number; place: string; what: "issuance" | "report" }>(`
    SELECT i.id, ${sequenceOf("i")} AS place, 'issuance' AS what FROM issuance i JOIN company c ON c.id = i.company_id
    WHERE i.state = 'submitted' AND i.operator_reason IS NOT NULL
    UNION ALL SELECT r.voucher_id, ${sequenceOf("r")}, 'report' FROM caea_report r JOIN company c ON c.id = r.company_id
    WHERE r.state = 'rejected' AND NOT EXISTS (SELECT FROM caea_report b WHERE b.company_id = r.company_id AND b.production = r.production
      AND b.pos_number = r.pos_number AND b.voucher_type = r.voucher_type AND b.state = 'rejected' AND b.voucher_number < r.voucher_number)`);
  return rows.map(({ id, place, what }) => ({
    name: what === "issuance" ? nameOfIssuance(id) : nameOfReport(id),
    place,
  }));
}

/**
 * The sequences of keys that may have a voucher elsewhere. Until the numbers under CAEA are verified: no operator leaves that, so these sales
 * must end too. And while another numbering of the company waits for a person, who may leave it.
 */
export async function readKeysInDoubt({ sql }: Pick<System, "sql">): Promise<Wait[]> {
  const closed = "i.state IN ('rejected', 'cancelled', 'failed') AND NOT i.key_closed";
  const unverified = await sql<{ production: boolean; place: string }>(`
    SELECT DISTINCT i.production, ${sequenceOf("i")} AS place FROM issuance i JOIN company c ON c.id = i.company_id
    WHERE ${closed} AND awaits_verification(i.id)`);
  const elsewhere = await sql<{ id: number; place: string }>(`
    SELECT DISTINCT o.id, ${sequenceOf("i")} AS place FROM issuance i JOIN company c ON c.id = i.company_id
    JOIN sequence s ON s.company_id = i.company_id AND s.production = i.production AND NOT is_verified(s)
    JOIN issuance o ON o.company_id = s.company_id AND o.production = s.production AND o.pos_number = s.pos_number
      AND o.voucher_type = s.voucher_type AND o.state = 'submitted' AND o.operator_reason IS NOT NULL
    WHERE ${closed} AND (s.pos_number, s.voucher_type) <> (i.pos_number, i.voucher_type) AND others_unverified(i.id)`);
  return [
    ...unverified.map(({ production, place }) => ({ name: nameOfVerification(production), place })),
    ...elsewhere.map(({ id, place }) => ({ name: nameOfIssuance(id), place })),
  ];
}
