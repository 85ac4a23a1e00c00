import type { SequenceKey } from "../../domain/sequence.js";
import type { Database, Statements } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";

/** As long as the lock in Redis lives. */
const leaseSeconds = 10;
/** How far ahead a lease may end. The second more is for a statement that began before the lease was taken: `now()` stands still in it. */
export const maxLeaseSeconds = leaseSeconds + 1;

/**
 * Takes a sequence while its lock in Redis cannot be had. False when another drain holds it. A time that lies further ahead than a
 * lease lasts is of before the database's clock was set back. The clock is read behind the row's lock, for which a statement may wait.
 * Source: issuer/README.md, section 4.
 */
export async function acquireLease(db: Statements, key: SequenceKey, holder: string): Promise<boolean> {
  const taken = await db.$executeRaw(prepared("take_lease")`
    INSERT INTO sequence_lease AS l (company_id, production, pos_number, voucher_type, holder, expires_at)
    VALUES (${key.companyId}::int, ${key.production}::boolean, ${key.posNumber}::int, ${key.voucherType}::int, ${holder}::uuid,
      now() + ${leaseSeconds} * interval '1 second')
    ON CONFLICT (company_id, production, pos_number, voucher_type) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
    WHERE l.expires_at NOT BETWEEN clock_timestamp() AND clock_timestamp() + ${maxLeaseSeconds} * interval '1 second'`);
  return taken === 1;
}

/** False when it ended, or another holds it now. */
export async function renewLease(db: Statements, key: SequenceKey, holder: string): Promise<boolean> {
  const extended = await db.$executeRaw(prepared("extend_lease")`
    UPDATE sequence_lease SET expires_at = now() + ${leaseSeconds} * interval '1 second'
    WHERE company_id = ${key.companyId} AND production = ${key.production} AND pos_number = ${key.posNumber}
      AND voucher_type = ${key.voucherType} AND holder = ${holder}::uuid`);
  return extended === 1;
}

export async function releaseLease(db: Statements, key: SequenceKey, holder: string): Promise<void> {
  await db.$executeRaw(prepared("end_lease")`
    DELETE FROM sequence_lease WHERE company_id = ${key.companyId} AND production = ${key.production}
      AND pos_number = ${key.posNumber} AND voucher_type = ${key.voucherType} AND holder = ${holder}::uuid`);
}

/** Removes the leases of processes that died while they held them. */
export async function purgeLeases(db: Database): Promise<void> {
  await db.$executeRaw`DELETE FROM sequence_lease WHERE expires_at < now() - interval '1 hour'`;
}
