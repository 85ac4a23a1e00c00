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
    WHERE i.state = 'submitted' AND i.why IS NOT NULL
    UNION ALL SELECT r.voucher_id, ${sequenceOf("r")}, 'report' FROM caea_report r JOIN company c ON c.id = r.company_id
    WHERE r.state = 'rejected' AND NOT EXISTS (SELECT FROM caea_report b WHERE b.company_id = r.company_id AND b.production = r.production
      AND b.pos_number = r.pos_number AND b.voucher_type = r.voucher_type AND b.state = 'rejected' AND b.voucher_number < r.voucher_number)`);
  return rows.map(({ id, place, what }) => ({
    name: what === "issuance" ? nameOfIssuance(id) : nameOfReport(id),
    place,
  }));
}

/**
 * The sequences of keys that wait until the numbers under CAEA are verified: other keys are issued there. No operator leaves it, so
 * these sales must end too.
 */
export async function readKeysInDoubt({ sql }: Pick<System, "sql">): Promise<Wait[]> {
  const rows = await sql<{ production: boolean; place: string }>(`
    SELECT DISTINCT i.production, ${sequenceOf("i")} AS place FROM issuance i JOIN company c ON c.id = i.company_id
    WHERE i.state IN ('rejected', 'cancelled', 'failed') AND NOT i.barred AND awaits_verification(i.id)`);
  return rows.map(({ production, place }) => ({ name: nameOfVerification(production), place }));
}
