import type { Tenant } from "../../domain/tenant.js";
import type { Database } from "../database.js";
import { hasCertificate } from "./codes.js";

/** A point of sale of CAEA, of a company with a certificate. */
export interface UnseededPoint extends Tenant {
  posNumber: number;
  taxType: number;
  /** The voucher types whose last number is known. */
  seeded: number[];
}

/** The points of sale of CAEA, with what is known of their sequences. */
export const listUnseeded = (db: Database, production: boolean): Promise<UnseededPoint[]> => db.$queryRaw`
  /* prepared list_unseeded */ SELECT p.company_id AS "companyId", p.production, p.number AS "posNumber", o.tax_type AS "taxType",
    ARRAY(SELECT s.voucher_type FROM sequence s WHERE s.company_id = p.company_id AND s.production = p.production AND s.pos_number = p.number
      AND s.last_number IS NOT NULL) AS seeded
  FROM point_of_sale p JOIN company o ON o.id = p.company_id
  WHERE p.production = ${production} AND p.enabled AND p.authorized_by = 'CAEA' AND ${hasCertificate("p")}
  ORDER BY p.company_id, p.number`;
