import { Prisma } from "../generated/client.js";
import type { Database } from "../pool/database.js";
import { afterMs, type ClaimedMail, claimed, leaseEnd, type MailOutbox, openOutboxRow } from "./outgoing.js";

/** The most mails a day of a company in each environment; null is no limit. */
export interface MailsPerDay {
  production: number | null;
  homologation: number | null;
}

/** The ledger of mails to recipients of vouchers. */
export interface VoucherMails extends MailOutbox {
  /** Makes a mail wait for something else than its own next try, such as its PDF. */
  wait(id: number, waitMs: number): Promise<void>;
}

/** Argentina is on UTC-3 all year. */
const today = Prisma.sql`(now() AT TIME ZONE interval '-3 hours')::date`;
const tomorrowBegins = Prisma.sql`((${today} + 1)::timestamp AT TIME ZONE interval '-3 hours')`;

/**
 * Mails count against their company's limit of the day when they are claimed. The row of the count is locked by then, so several
 * mailers together keep to it. A mail counts once on a day, and no longer once the server certainly did not take it.
 */
export function openVoucherMails(db: Database, { production, homologation }: MailsPerDay): VoucherMails {
  return {
    ...openOutboxRow(db, "recipient"),

    async claim(id) {
      const [row] = await db.$queryRaw<(ClaimedMail & { overLimit: boolean; answer: string })[]>`
        WITH mail AS (
          SELECT r.id, r.company_id, v.production, r.counted_on IS NOT DISTINCT FROM ${today} AS counted,
            CASE WHEN v.production THEN ${production}::int ELSE ${homologation}::int END AS most
          FROM recipient r JOIN voucher v ON v.id = r.voucher_id
          WHERE r.id = ${id} AND r.state = 'due' AND r.due_at <= now() FOR UPDATE OF r
        ), count AS (
          INSERT INTO mail_count AS c (company_id, production, day, mails)
          SELECT company_id, production, ${today}, 1 FROM mail WHERE NOT counted
          ON CONFLICT (company_id, production) DO UPDATE
          SET day = excluded.day, mails = CASE WHEN c.day = excluded.day THEN c.mails + 1 ELSE 1 END
          WHERE c.day <> excluded.day OR c.mails < coalesce((SELECT most FROM mail), c.mails + 1)
          RETURNING 1
        ), verdict AS (
          SELECT id, counted OR EXISTS (SELECT 1 FROM count) AS granted, most FROM mail
        )
        UPDATE recipient SET attempts = attempts + granted::int, unknown_outcomes = unknown_outcomes + (granted AND is_claimed)::int,
          is_claimed = granted, over_limit = NOT granted,
          counted_on = CASE WHEN granted THEN ${today} ELSE counted_on END,
          due_at = CASE WHEN granted THEN ${leaseEnd} ELSE ${tomorrowBegins} END,
          smtp_response = CASE WHEN granted THEN smtp_response ELSE
            format('the company''s %s mails of the day are used up; this one waits for %s', most, ${today} + 1) END
        FROM verdict WHERE recipient.id = verdict.id
        RETURNING ${claimed}, over_limit AS "overLimit", smtp_response AS answer`;
      if (!row) return undefined;
      const { overLimit, answer, ...claim } = row;
      return overLimit ? { overLimit: answer } : claim;
    },

    async postpone(id, { waitMs, reason, answerLost }) {
      await db.$executeRaw`
        WITH mail AS (
          SELECT r.id, r.company_id, v.production, r.counted_on
          FROM recipient r JOIN voucher v ON v.id = r.voucher_id
          WHERE r.id = ${id} AND r.state = 'due' FOR UPDATE OF r
        ), given_back AS (
          UPDATE mail_count c SET mails = c.mails - 1 FROM mail
          WHERE NOT ${answerLost} AND c.company_id = mail.company_id AND c.production = mail.production
            AND c.day = mail.counted_on AND c.mails > 0
        )
        UPDATE recipient SET due_at = ${afterMs(waitMs)}, smtp_response = ${reason}, is_claimed = false,
          unknown_outcomes = unknown_outcomes + ${answerLost ? 1 : 0},
          counted_on = CASE WHEN ${answerLost} THEN recipient.counted_on END
        FROM mail WHERE recipient.id = mail.id`;
    },

    async wait(id, waitMs) {
      await db.$executeRaw`
        UPDATE recipient SET due_at = ${afterMs(waitMs)} WHERE id = ${id} AND state = 'due' AND NOT is_claimed AND due_at <= now()`;
    },
  };
}
