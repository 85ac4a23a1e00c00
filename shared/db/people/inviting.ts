import type { InvitationRule } from "../../domain/invitations.js";
import { Prisma } from "../generated/client.js";
import type { Statements, Transaction } from "../pool/database.js";

/** Facts that decide whom a company may invite. Source: shared/domain/invitations.ts. */
export interface InvitingCompany {
  accountEmail: string | null;
  invitations: InvitationRule;
  issuesInProduction: boolean;
}

/** `company` is the request's own. Its certificates of production may be of another environment than the request's. */
export async function readInvitingCompany(tx: Statements, companyId: number): Promise<InvitingCompany> {
  const [company] = await tx.$queryRaw<[InvitingCompany]>`
    SELECT c.account_email AS "accountEmail", c.invitations,
      c.certificate_mode = 'delegated' OR EXISTS (SELECT FROM public.certificate t
        WHERE t.company_id = c.id AND t.production AND t.active AND t.expires_at > now()) AS "issuesInProduction"
    FROM company c WHERE c.id = ${companyId}`;
  return company;
}

/** Argentine day, by which invitations count, as mails do. */
const today = Prisma.sql`(now() AT TIME ZONE interval '-3 hours')::date`;

/** Counts one invitation of a company for its day. False when the day's are used up. */
export async function countInvitation(tx: Transaction, companyId: number, most: number): Promise<boolean> {
  const counted = await tx.$executeRaw`
    INSERT INTO invitation_count AS c (company_id, day, invitations) VALUES (${companyId}, ${today}, 1)
    ON CONFLICT (company_id) DO UPDATE
    SET day = excluded.day, invitations = CASE WHEN c.day = excluded.day THEN c.invitations + 1 ELSE 1 END
    WHERE c.day <> excluded.day OR c.invitations < ${most}`;
  return counted > 0;
}
