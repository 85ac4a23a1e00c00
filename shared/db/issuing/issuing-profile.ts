import type { RuleMoves } from "../../domain/dated-rules.js";
import type { UsedPoint } from "../../domain/listed-point.js";
import { ruleMoves } from "../fragments/dated-rules.js";
import type { Database } from "../pool/database.js";

/** The data with which a company issues in one environment. */
export interface IssuingProfile {
  cuit: string;
  taxType: number;
  /** Whether it is set up for credit invoices. */
  hasFce: boolean;
  /** Whether its letter A is under withholding. */
  withheldA: boolean;
  /** Whether the operator's certificate acts for it. */
  isDelegated: boolean;
  /** Enabled points of sale, by number. */
  pointsOfSale: UsedPoint[];
  /** The dated rules whose day an operator moved. */
  ruleMoves: RuleMoves;
}

export async function getIssuingProfile(db: Database, companyId: number, production: boolean): Promise<IssuingProfile> {
  const [profile] = await db.$queryRaw<[IssuingProfile]>`
    SELECT cuit, tax_type AS "taxType", fce IS NOT NULL AS "hasFce", withheld_a AS "withheldA", certificate_mode = 'delegated' AS "isDelegated", 
      (SELECT coalesce(jsonb_agg(jsonb_build_object('number', number, 'authorization', authorized_by) ORDER BY number), '[]') FROM point_of_sale
        WHERE company_id = ${companyId} AND production = ${production} AND enabled) AS "pointsOfSale",
      ${ruleMoves} AS "ruleMoves"
    FROM company WHERE id = ${companyId}`;
  return profile;
}
