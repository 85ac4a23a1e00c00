import type { Statements, Transaction } from "../pool/database.js";

/** Days on which provinces begin, `YYYY-MM-DD`, by `stateId`. A province without one has none, and null says the same. */
export type ProvinceDays = ReadonlyMap<number, string | null>;

export async function readProvinceDays(db: Statements): Promise<ProvinceDays> {
  const rows = await db.$queryRaw<{ stateId: number; starts: string | null }[]>`
    SELECT state_id AS "stateId", starts::text FROM sircip_province`;
  return new Map(rows.map(({ stateId, starts }) => [stateId, starts]));
}

/** Lets one change of a province wait for another: each audit entry tells what was so before it. */
export async function lockProvinces(tx: Transaction): Promise<void> {
  await tx.$executeRaw`LOCK TABLE sircip_province IN SHARE ROW EXCLUSIVE MODE`;
}

/** @param starts `YYYY-MM-DD`; null: never */
export async function setProvinceDay(tx: Transaction, stateId: number, starts: string | null): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO sircip_province (state_id, starts) VALUES (${stateId}, ${starts}::date)
    ON CONFLICT (state_id) DO UPDATE SET starts = excluded.starts, set_at = now()`;
}
