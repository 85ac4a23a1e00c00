import type { Tenant } from "../../domain/tenant.js";
import { Prisma } from "../generated/client.js";
import { missForgotten } from "../issuing/missing-numbers.js";
import { isOwnedBy, type OwnedSequence, toInstant } from "../issuing/sequences.js";
import type { Database } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import { hasCertificate } from "./codes.js";
import { isDated } from "./known-vouchers.js";

/** A point of sale of CAEA, of a company with a certificate. */
export interface UnseededPoint extends Tenant {
  posNumber: number;
  taxType: number;
  /** The voucher types whose last number is known, with its date. */
  seeded: number[];
}

/** The points of sale of CAEA, with what is known of their sequences. */
export const listUnseeded = (db: Database, production: boolean): Promise<UnseededPoint[]> =>
  db.$queryRaw(prepared("list_unseeded")`
  SELECT p.company_id AS "companyId", p.production, p.number AS "posNumber", o.tax_type AS "taxType",
    ARRAY(SELECT s.voucher_type FROM sequence s WHERE s.company_id = p.company_id AND s.production = p.production AND s.pos_number = p.number
      AND s.last_number IS NOT NULL AND ${isDated}) AS seeded
  FROM point_of_sale p JOIN company o ON o.id = p.company_id
  WHERE p.production = ${production} AND p.enabled AND p.authorized_by = 'CAEA' AND ${hasCertificate("p")}
  ORDER BY p.company_id, p.number`);

/** State of a sequence at the authority: its last number, the date of that voucher, and when it answered, by its own clock. */
export interface Seed {
  lastNumber: number;
  /** `YYYYMMDD`. Null without any voucher. */
  lastDate: string | null;
  authorityTimeMs: number | null;
}

/**
 * Records the first standing of a sequence under CAEA. One that is first known on a history on which this database did not begin may
 * have been used before, and be forgotten: it waits for a person's word, and its vouchers are missing. False when superseded.
 */
export async function seedSequence(
  db: Database,
  taken: OwnedSequence,
  { lastNumber, lastDate, authorityTimeMs }: Seed,
): Promise<boolean> {
  const isForgotten = Prisma.sql`(s.unverified OR NOT EXISTS (SELECT FROM database_incarnation l WHERE l.first_incarnation = s.incarnation))`;
  const changed = await db.$executeRaw`
    UPDATE sequence s SET last_number = greatest(s.last_number, ${lastNumber}), last_date = greatest(s.last_date, ${lastDate}),
      authority_time = coalesce(${toInstant(authorityTimeMs)}, s.authority_time),
      unverified = s.unverified OR s.last_number IS NULL AND ${isForgotten}, ${missForgotten(isForgotten, lastNumber)}
    WHERE ${isOwnedBy(taken)}`;
  return changed === 1;
}
