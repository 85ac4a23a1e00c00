import { Prisma } from "../generated/client.js";
import type { Database } from "../pool/database.js";

/** The tables of outgoing messages. All have the same columns about sending. */
type OutboxRow = "recipient" | "warning" | "person_mail";

interface Postponement {
  waitMs: number;
  reason: string;
  /** The whole message was sent, but no answer came: the recipient may have got it. */
  answerLost: boolean;
}

/** The states of one table's messages. */
export interface MailOutbox {
  /**
   * Leases a due message. Undefined when it is not due: another mailer has it, or it must wait. The caller extends the lease with
   * `hold` while it sends. After a crash the message becomes due again, later with each crash, so that a message that crashes
   * its mailer does not block the others.
   */
  claim(id: number): Promise<ClaimedMail | LimitNotice | undefined>;
  hold(id: number): Promise<void>;
  markSent(id: number, answer: string): Promise<void>;
  markFailed(id: number, reason: string): Promise<void>;
  postpone(id: number, postponement: Postponement): Promise<void>;
}

export interface ClaimedMail {
  /** How many tries there were, including this one. */
  attempts: number;
  /** How many earlier tries have an unknown outcome. */
  lostAnswers: number;
  /** The time since the message was requested, by the database's clock. */
  ageMs: number;
}

/** The company's mails of the day are used up: this one waits for the next day. */
interface LimitNotice {
  /** Reason in the listing. */
  overLimit: string;
}

/** How long a lease lasts without `hold`. */
export const leaseMs = 15_000;

export const afterMs = (ms: number) => Prisma.sql`now() + ${ms} * interval '1 millisecond'`;

/** Longer with each try of which nobody knows what became. */
export const leaseEnd = Prisma.sql`now() + ${leaseMs} * 2 ^ least(unknown_outcomes + is_claimed::int, 8) * interval '1 millisecond'`;

export const claimed = Prisma.sql`
  attempts, unknown_outcomes AS "lostAnswers", (extract(epoch FROM now() - created_at) * 1000)::float8 AS "ageMs"`;

export function openOutboxRow(db: Database, outgoing: OutboxRow): MailOutbox {
  const table = Prisma.raw(`"${outgoing}"`);
  return {
    async claim(id) {
      const [claim] = await db.$queryRaw<ClaimedMail[]>`
        UPDATE ${table} SET attempts = attempts + 1, unknown_outcomes = unknown_outcomes + is_claimed::int, is_claimed = true, due_at = ${leaseEnd}
        WHERE id = ${id} AND state = 'due' AND due_at <= now()
        RETURNING ${claimed}`;
      return claim;
    },
    async hold(id) {
      await db.$executeRaw`
        UPDATE ${table} SET due_at = greatest(due_at, ${afterMs(leaseMs)}) WHERE id = ${id} AND state = 'due' AND is_claimed`;
    },
    async markSent(id, answer) {
      await db.$executeRaw`
        UPDATE ${table} SET state = 'sent', smtp_response = ${answer}, sent_at = now(), is_claimed = false
        WHERE id = ${id} AND state <> 'sent'`;
    },
    async markFailed(id, reason) {
      await db.$executeRaw`
        UPDATE ${table} SET state = 'failed', smtp_response = ${reason}, is_claimed = false WHERE id = ${id} AND state = 'due'`;
    },
    async postpone(id, { waitMs, reason, answerLost }) {
      await db.$executeRaw`
        UPDATE ${table} SET due_at = ${afterMs(waitMs)}, smtp_response = ${reason},
          unknown_outcomes = unknown_outcomes + ${answerLost ? 1 : 0}, is_claimed = false
        WHERE id = ${id} AND state = 'due'`;
    },
  };
}
