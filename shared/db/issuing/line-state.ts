import type { SequenceKey } from "../../domain/sequence.js";
import type { Database } from "../database.js";
import { patientPlaces } from "./places.js";

/** What keeps a caller waiting: how long until it may be its turn, and whether the line moves at all. */
interface LineState {
  retryAfterMs: number;
  /** A number is asked for, or a voucher was made within `withinMs`. */
  isBusy: boolean;
}

/** The time follows how many stand ahead and the pace of the last vouchers: at least a second, and a minute at most. */
export async function readLine(db: Database, key: SequenceKey, withinMs: number): Promise<LineState> {
  const [row] = await db.$queryRaw<{ ahead: number; isAsked: boolean; paceMs: number | null; isNew: boolean | null }[]>`
    /* prepared read_line */ SELECT line.*, pace.* FROM
      (SELECT count(*) FILTER (WHERE i.state = 'submitted' OR i.place < ${patientPlaces})::int AS ahead,
          coalesce(bool_or(i.state = 'submitted'), false) AS "isAsked"
        FROM issuance i WHERE i.company_id = ${key.companyId} AND i.production = ${key.production}
          AND i.pos_number = ${key.posNumber} AND i.voucher_type = ${key.voucherType} AND i.state IN ('queued', 'submitted')) line,
      (SELECT avg(extract(epoch FROM latest.created_at - latest.submitted_at) * 1000)::float8 AS "paceMs",
          max(latest.created_at) > now() - ${withinMs} * interval '1 millisecond' AS "isNew" FROM (
        SELECT v.created_at, i.submitted_at FROM voucher v JOIN issuance i ON i.id = v.issuance_id
        WHERE v.company_id = ${key.companyId} AND v.production = ${key.production}
          AND v.pos_number = ${key.posNumber} AND v.voucher_type = ${key.voucherType}
        ORDER BY v.voucher_number DESC LIMIT 10) latest) pace`;
  const paceMs = row?.paceMs ?? 1_000;
  return {
    retryAfterMs: Math.round(Math.min(60_000, Math.max(1_000, (row?.ahead ?? 0) * paceMs))),
    isBusy: (row?.isAsked ?? false) || (row?.isNew ?? false),
  };
}
