import type { Usage } from "../domain/quota.js";
import type { Database } from "./database.js";

/** Whether the company can issue as things stand in one environment, and at one point of sale. */
export interface Readiness {
  /** null: no such point of sale. */
  posEnabled: boolean | null;
  hasCertificate: boolean;
  hasPos: boolean;
  usage: Omit<Usage, "anchor" | "monthlyVouchers" | "periodStart"> | null;
  /** Whether the idempotency key was sent before. */
  knowsKey: boolean;
}

/** @param periodStart the quota period that is asked about, `YYYY-MM-DD` */
export async function findReadiness(
  db: Database,
  { companyId, production }: { companyId: number; production: boolean },
  {
    posNumber = 0,
    periodStart = "1900-01-01",
    idempotency = "",
  }: { posNumber?: number; periodStart?: string; idempotency?: string } = {},
): Promise<Readiness> {
  const [readiness] = await db.$queryRaw<[Readiness]>`
    /* prepared find_readiness */ SELECT
      (SELECT enabled FROM point_of_sale WHERE company_id = ${companyId} AND production = ${production} AND number = ${posNumber}) AS "posEnabled",
      EXISTS (SELECT FROM certificate WHERE company_id = ${companyId} AND production = ${production} AND active AND expires_at > now()) AS "hasCertificate",
      EXISTS (SELECT FROM point_of_sale WHERE company_id = ${companyId} AND production = ${production} AND enabled) AS "hasPos",
      (SELECT jsonb_build_object('extra', extra, 'reserved', reserved, 'usedProduction', used_production, 'usedHomologation', used_homologation)
        FROM usage_period WHERE company_id = ${companyId} AND period_start = ${periodStart}::date) AS usage,
      EXISTS (SELECT FROM issuance WHERE company_id = ${companyId} AND production = ${production} AND idempotency = ${idempotency}) AS "knowsKey"`;
  return readiness;
}
