import type { Database } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";

const maxUntaken = 200;

/** The ids of questions that somebody waits for and no issuer has taken, by company in turns: for issuers without Redis. */
export async function unclaimedRequests(db: Database, most = maxUntaken): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(prepared("untaken_questions")`
    SELECT id::text FROM (
      SELECT id, row_number() OVER (PARTITION BY company_id, production ORDER BY expires_at, id) AS turn
      FROM issuer_request
      WHERE claimed_at IS NULL AND answered_at IS NULL AND expires_at > now()) q
    ORDER BY turn, id LIMIT ${most}`);
  return rows.map(({ id }) => id);
}
