import { Prisma } from "../generated/client.js";
import { unknownOutcome } from "../issuing/submissions.js";
import type { Database, Statements } from "../pool/database.js";
import { isOfHeldLock } from "../pool/database-trouble.js";
import { decisionFor, elementTtlHours, enqueueSelected, isOfLostBatch } from "./arm-elements.js";

/** How many elements a sweep looks at. */
interface Portions {
  /** In one statement, of one company in one environment, and of all. */
  ofOne: number;
  ofAll: number;
  /** How often, while there may be more. */
  rounds: number;
}

/**
 * Looks at the elements that wait because another request had their key: links them to the key's issuance, ends those that waited too
 * long, and arms those whose key is free. Each element that it looks at leaves what it looks at, so that a round reads what it can change
 * and nobody's elements stand before another's. Source: issuer/README.md, section 2, "Batches".
 */
export async function enqueueWaiting(
  db: Database,
  portions: Portions = { ofOne: 250, ofAll: 1_000, rounds: 10 },
): Promise<void> {
  for (let round = 0; round < portions.rounds; round++) {
    const linked = await linkLoose(db, portions);
    const ended = await endLate(db, portions);
    const armed = await armAll(db, portions);
    // One statement leaves elements to the others, so all three together tell whether there may be more.
    if (linked + ended + armed < portions.ofOne) return;
  }
}

/** Not armed, and not linked to the issuance of its key. One that has ended meanwhile is linked, too. */
export const isUnlinked = Prisma.sql`e.issuance_id IS NULL AND e.attempt IS NOT NULL`;

/**
 * The table `loose`: the first loose elements of each company and environment, and of these the first of each before the second of any.
 * @param which only those that fulfil this, too
 */
const withLoose = ({ ofOne, ofAll }: Portions, which = Prisma.sql`true`) => Prisma.sql`
  WITH RECURSIVE party AS (
    (SELECT e.company_id, e.production FROM batch_element e WHERE ${isUnlinked} AND ${which} ORDER BY e.company_id, e.production LIMIT 1)
    UNION ALL
    SELECT n.* FROM party p CROSS JOIN LATERAL (
      SELECT e.company_id, e.production FROM batch_element e
      WHERE ${isUnlinked} AND ${which} AND (e.company_id, e.production) > (p.company_id, p.production) ORDER BY e.company_id, e.production LIMIT 1) n
  ),
  turn AS (
    SELECT own.* FROM party p CROSS JOIN LATERAL (
      SELECT e.batch_id, e.index, row_number() OVER (ORDER BY e.batch_id, e.index) AS place FROM batch_element e
      WHERE ${isUnlinked} AND e.company_id = p.company_id AND e.production = p.production ORDER BY e.batch_id, e.index LIMIT ${ofOne}) own
    ORDER BY own.place, own.batch_id LIMIT ${ofAll}
  ),
  loose AS MATERIALIZED (
    -- One by one: PostgreSQL would rather read all that is loose.
    SELECT l.* FROM turn t CROSS JOIN LATERAL (
      SELECT e.*, b.created_at, ${isOfLostBatch} AS lost FROM batch_element e JOIN batch b ON b.id = e.batch_id
      WHERE e.batch_id = t.batch_id AND e.index = t.index AND ${isUnlinked} FOR UPDATE OF e SKIP LOCKED) l
  )`;

/**
 * Links elements to the issuance of their key: those that wait while it is open, and those that have ended, or are about to, so that a
 * later voucher counts as theirs. The issuance stays locked until the commit, and is marked: whoever ends it sees its elements.
 */
const linkLoose = (db: Statements, portions: Portions): Promise<number> => db.$executeRaw`
  ${withLoose(portions)},
  key AS MATERIALIZED (
    SELECT l.batch_id, l.index, k.id FROM loose l CROSS JOIN LATERAL (
      SELECT i.id FROM issuance i WHERE i.company_id = l.company_id AND i.production = l.production AND i.idempotency = l.idempotency
        AND (i.state IN ('queued', 'submitted') OR i.state <> 'approved' AND (l.state = 'failed' OR l.lost))
      FOR NO KEY UPDATE SKIP LOCKED) k
  ),
  marked AS (UPDATE issuance i SET batched = true FROM key WHERE i.id = key.id AND NOT i.batched)
  UPDATE batch_element e SET issuance_id = key.id, attempt = CASE WHEN e.state = 'pending' THEN e.attempt END
  FROM key WHERE e.batch_id = key.batch_id AND e.index = key.index`;

/**
 * Ends elements whose key is still open after a day: nobody knows what becomes of it. Those of a batch of an earlier history of the
 * database end at once, because it may have forgotten that they were armed and sent.
 */
const endLate = (db: Statements, { ofAll }: Portions): Promise<number> => db.$executeRaw`
  UPDATE batch_element e SET state = 'failed', attempt = NULL, settled_at = now(), outcome = ${JSON.stringify(unknownOutcome)}::jsonb
  FROM (
    SELECT e.batch_id, e.index FROM batch b JOIN batch_element e ON e.batch_id = b.id
    WHERE b.finished_at IS NULL AND (b.created_at <= now() - ${elementTtlHours} * interval '1 hour' OR ${isOfLostBatch})
      AND e.state = 'pending' AND e.revision IS NULL AND e.issuance_id IS NOT NULL
    LIMIT ${ofAll} FOR UPDATE OF e SKIP LOCKED
  ) late WHERE e.batch_id = late.batch_id AND e.index = late.index`;

/**
 * Settles elements whose key has its voucher, and arms those whose key is free. After its day that ends one as every element that
 * waited too long. Its key may have no issuance at all: one that cannot be armed then is only ended.
 */
const armLoose = (db: Statements, portions: Portions, which?: Prisma.Sql): Promise<number> => db.$executeRaw`
  ${withLoose(portions, which)},
  -- An INSERT passes over no row: of what somebody holds it waits this long. It counts for this statement alone.
  patience AS MATERIALIZED (SELECT set_config('lock_timeout', ${`${lockPatienceMs}ms`}, true) AS set),
  wanted AS MATERIALIZED (
    SELECT DISTINCT ON (company_id, production, idempotency) loose.* FROM patience, loose
    WHERE patience.set <> '' AND state = 'pending' AND NOT lost ORDER BY company_id, production, idempotency, batch_id
  ),
  armed AS (${enqueueSelected}),
  found AS (
    SELECT loose.batch_id, loose.index, loose.lost, own.id AS own_id, own.fits, own.conflict, own."isOpen", armed.id AS armed_id, armed.revision,
      NOT EXISTS (SELECT FROM issuance o WHERE o.company_id = loose.company_id AND o.production = loose.production
        AND o.idempotency = loose.idempotency) AS keyless
    FROM loose LEFT JOIN LATERAL (${decisionFor("loose")}) own ON true
    LEFT JOIN (wanted JOIN armed USING (company_id, production, idempotency)) ON wanted.batch_id = loose.batch_id AND wanted.index = loose.index
  )
  UPDATE batch_element e SET
    issuance_id = coalesce(f.armed_id, CASE WHEN f.fits THEN f.own_id END), revision = f.revision,
    attempt = CASE WHEN f."isOpen" THEN e.attempt END,
    state = CASE WHEN f.armed_id IS NOT NULL THEN 'pending' WHEN f.fits THEN 'issued' ELSE 'failed' END,
    outcome = CASE WHEN f.armed_id IS NOT NULL OR f.fits THEN NULL WHEN e.state = 'failed' THEN e.outcome
      ELSE coalesce(f.conflict, ${JSON.stringify(unknownOutcome)}::jsonb) END,
    settled_at = CASE WHEN f.armed_id IS NULL THEN coalesce(e.settled_at, now()) END
  FROM found f WHERE e.batch_id = f.batch_id AND e.index = f.index
    AND (f.armed_id IS NOT NULL OR f.own_id IS NOT NULL OR f.keyless AND (f.lost OR e.state = 'failed'))`;

/** How long arming waits for a key that somebody holds. */
const lockPatienceMs = 300;

/** Arms the loose elements of all companies at once. While somebody holds a key of one, each company by itself: so that one alone waits. */
async function armAll(db: Statements, portions: Portions): Promise<number> {
  const changed = await unlessHeld(armLoose(db, portions));
  if (changed !== undefined) return changed;
  const companies = await db.$queryRaw<
    { id: number }[]
  >`SELECT DISTINCT e.company_id AS id FROM batch_element e WHERE ${isUnlinked}`;
  let all = 0;
  for (const { id } of companies)
    all += (await unlessHeld(armLoose(db, portions, Prisma.sql`e.company_id = ${id}`))) ?? 0;
  return all;
}

/** Undefined when the statement waited for a row in vain. */
async function unlessHeld(changed: Promise<number>): Promise<number | undefined> {
  try {
    return await changed;
  } catch (error) {
    if (isOfHeldLock(error)) return undefined;
    throw error;
  }
}
