import type { Database } from "../../../shared/db/pool/database.js";
import { storeVouchers } from "./stored-vouchers.js";

/** Vouchers of an hour ago that have no PDF yet, and no issuance. Gives their ids. */
export async function storeWaitingVouchers(
  db: Database,
  { code, production, count, from = 1 }: { code: string; production: boolean; count: number; from?: number },
): Promise<number[]> {
  // The id alone: a test of a migration calls this before the columns of later ones are there.
  const { id: companyId } = await db.company.findUniqueOrThrow({ where: { code }, select: { id: true } });
  const [{ latest }] = await db.$queryRaw<[{ latest: number }]>`SELECT coalesce(max(id), 0) AS latest FROM voucher`;
  const vouchers = Array.from({ length: count }, (_, index) => ({
    id: latest + index + 1,
    companyId,
    production,
    pos: 9,
    type: 6,
    number: from + index,
    date: "20261101",
    docType: 99,
    docNumber: "0",
    total: "121.00",
    cae: "86470000000001",
    externalReference: null,
    idempotency: null,
    apiKeyId: null,
    userEmail: null,
    source: "api",
    created: new Date(Date.now() - 3_600_000).toISOString(),
  }));
  await storeVouchers(db, vouchers);
  return vouchers.map(({ id }) => id);
}
