import type { Tenant } from "../../domain/tenant.js";
import { Prisma } from "../generated/client.js";
import { operatorDecides } from "../incarnation/watermarks.js";
import type { Database } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import { hasCertificate } from "./codes.js";
import { lastIsNotOf, mayHoldMissing } from "./missing-fortnights.js";
import { type CaeaProblem, isDue, isUnanswered } from "./problem.js";

/** A point of sale that is to be declared without a voucher under a code. */
export interface DueUnusedPoint extends Tenant {
  company: string;
  caeaId: number;
  code: string;
  posNumber: number;
  /** An earlier declaration had no answer: the authority may have taken it. */
  isUnanswered: boolean;
}

/** How long after a refusal a declaration is tried again. */
const refusedAgainSeconds = 24 * 3600;

/** How many are listed in one round of an environment, in turns by company. */
const maxListed = 200;

/** The point of sale `p` was enabled at some time since the fortnight of the code `a` began. */
export const wasInUse = Prisma.sql`
  (p.enabled OR to_char(p.disabled_at AT TIME ZONE 'America/Argentina/Buenos_Aires', 'YYYYMMDD') >= a.valid_from)`;

/**
 * A voucher was issued at this point of sale under the code `a`, or may have been: by us; by another system, whose voucher was imported
 * or is the last one there; or in commits that the database lost, as long as no person has said which vouchers are missing; or it is one
 * of the missing, as long as not each of them is known here and no person has said that none is of this fortnight. While a person must say whether
 * the database went back, any may be lost.
 */
const mayBeUsed = (posNumber: Prisma.Sql) => Prisma.sql`(
  ${operatorDecides} OR EXISTS (SELECT FROM caea_report r WHERE r.caea_id = a.id AND r.pos_number = ${posNumber})
  OR EXISTS (SELECT FROM sequence s WHERE s.company_id = a.company_id AND s.production = a.production AND s.pos_number = ${posNumber}
    AND (s.last_date BETWEEN a.valid_from AND a.valid_to AND NOT ${lastIsNotOf} OR s.last_number IS NOT NULL AND NOT public.is_verified(s) OR ${mayHoldMissing}))
  OR EXISTS (SELECT FROM voucher v WHERE v.company_id = a.company_id AND v.production = a.production AND v.pos_number = ${posNumber}
    AND v.caea AND v.cae = a.code))`;

/**
 * The points of sale to declare now: those without a voucher under a code whose fortnight is over. Each is judged by itself, and does
 * not wait for the reports of other points of sale.
 * @param today `YYYYMMDD` in Argentina
 * @param since fortnights that ended before this day are left alone
 */
export const listDueUnused = (
  db: Database,
  production: boolean,
  today: string,
  since: string,
): Promise<DueUnusedPoint[]> =>
  db.$queryRaw(prepared("list_due_unused")`
  SELECT "companyId", production, company, "caeaId", code, "posNumber", "isUnanswered" FROM (
    SELECT a.company_id AS "companyId", a.production, o.code AS company, a.id AS "caeaId", a.code, p.number AS "posNumber",
      ${isUnanswered("u")} AS "isUnanswered", row_number() OVER (PARTITION BY a.company_id ORDER BY a.report_by, a.id, p.number) AS turn
    FROM caea a JOIN company o ON o.id = a.company_id
    JOIN point_of_sale p ON p.company_id = a.company_id AND p.production = a.production AND p.authorized_by = 'CAEA' AND ${wasInUse}
    LEFT JOIN caea_unused u ON u.caea_id = a.id AND u.pos_number = p.number
    WHERE a.production = ${production} AND a.code IS NOT NULL AND a.valid_to < ${today} AND a.valid_to >= ${since}
      AND u.informed_at IS NULL AND ${isDue("u", refusedAgainSeconds)} AND ${hasCertificate("a")} AND NOT ${mayBeUsed(Prisma.sql`p.number`)}
  ) due ORDER BY turn, "companyId" LIMIT ${maxListed}`);

/**
 * Claims a declaration for one issuer alone. False when another issuer has it, or a voucher came meanwhile. The code is locked in a
 * statement of its own. So a move that held the code has committed when the second statement looks, and a later move finds the
 * declaration. Whether the fortnight is over is judged by the database's day, as for a move: an issuer's clock may be ahead.
 */
export const claimUnused = (
  db: Database,
  { caeaId, posNumber }: Pick<DueUnusedPoint, "caeaId" | "posNumber">,
): Promise<boolean> =>
  db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT FROM caea WHERE id = ${caeaId} FOR UPDATE`;
    const claimed = await tx.$executeRaw`
      INSERT INTO caea_unused AS u (caea_id, company_id, production, pos_number, asked_at)
      SELECT a.id, a.company_id, a.production, ${posNumber}::int, now() FROM caea a
      WHERE a.id = ${caeaId} AND NOT ${mayBeUsed(Prisma.sql`${posNumber}::int`)}
        AND a.valid_to < to_char(clock_timestamp() AT TIME ZONE 'America/Argentina/Buenos_Aires', 'YYYYMMDD')
      ON CONFLICT (caea_id, pos_number) DO UPDATE SET asked_at = now() WHERE u.informed_at IS NULL AND ${isDue("u", refusedAgainSeconds)}`;
    return claimed === 1;
  });

/** Records what became of a declaration. `problem` says why the authority did not take it. Null: it did. */
export async function recordUnused(
  db: Database,
  { caeaId, posNumber }: Pick<DueUnusedPoint, "caeaId" | "posNumber">,
  problem: CaeaProblem | null,
): Promise<void> {
  await db.$executeRaw`
    UPDATE caea_unused SET problem = ${problem && JSON.stringify(problem)}::jsonb,
      informed_at = CASE WHEN ${problem === null} THEN clock_timestamp() END
    WHERE caea_id = ${caeaId} AND pos_number = ${posNumber} AND informed_at IS NULL`;
}
