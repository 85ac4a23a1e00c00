import { adminCommand } from "../../config/config.js";
import type { DiscardedWatermark, Judge } from "../../domain/watermark.js";
import { Prisma } from "../generated/client.js";
import type { Statements } from "../pool/database.js";

/** Where the database is, and the key of its watermarks. Only issuers and the command line may read it. */
export async function readWatermarkKey(db: Statements): Promise<{ place: string; key: Uint8Array }> {
  const [row] = await db.$queryRaw<[{ place: string; key: Uint8Array | null }]>`
    SELECT database_id() AS place, (SELECT key FROM watermark_key) AS key`;
  if (!row.key) throw new Error("the table watermark_key has no row: put 32 random bytes into it");
  return { place: row.place, key: row.key };
}

/** State of the watermarks in the database. */
export interface WatermarkState extends Pick<Judge, "notedMs" | "discarded"> {
  renewedAt: Date | null;
  /** Nothing is numbered since then, until a person decides; and why. */
  waitingSince: Date | null;
  waitingFor: string | null;
}

interface StateRow extends Omit<WatermarkState, "discarded"> {
  discarded: (Omit<DiscardedWatermark, "position"> & { position: string })[];
}

export async function readWatermarkState(db: Statements): Promise<WatermarkState> {
  const [row] = await db.$queryRaw<[StateRow]>`
    SELECT (extract(epoch FROM recorded_at) * 1000)::float8 AS "notedMs", renewed_at AS "renewedAt", waiting_since AS "waitingSince",
      waiting_for AS "waitingFor", discarded FROM watermark_state`;
  const discarded = row.discarded.map(({ position, ...one }) => ({ ...one, position: BigInt(position) }));
  return { ...row, discarded };
}

/** Notes that the database has not gone back, once a minute. */
export const noteNotSetBack = (db: Statements): Promise<number> => db.$executeRaw`
  UPDATE watermark_state SET recorded_at = now()
  WHERE recorded_at IS NULL OR recorded_at NOT BETWEEN now() - interval '1 minute' AND now()`;

/**
 * Gives the database another history because a watermark shows that it went back. ▲ Once in an hour, and not while a person is asked: what lies
 * outside the database begins no second one. Tells whether it did, or another issuer had.
 */
export async function renewByWatermark(db: Statements, seen: number): Promise<boolean> {
  const [row] = await db.$queryRaw<[{ history: number }?]>`
    WITH due AS (
      UPDATE watermark_state SET renewed_at = now()
      WHERE waiting_since IS NULL AND (renewed_at IS NULL OR renewed_at NOT BETWEEN now() - interval '1 hour' AND now())
      RETURNING renewed_at
    )
    SELECT begin_incarnation(${seen}::int) AS history FROM due`;
  if (row) return true;
  const [present] = await db.$queryRaw<[{ history: number }]>`SELECT current_incarnation() AS history`;
  return present.history !== seen;
}

/** From now on nothing is numbered on this history, until a person decides. Tells whether it was not so before. */
export const waitForOperator = async (db: Statements, seen: number, why: string): Promise<boolean> =>
  (await db.$executeRaw`
    UPDATE watermark_state SET waiting_since = now(), waiting_for = ${why}
    WHERE waiting_since IS NULL AND current_incarnation() = ${seen}::int`) > 0;

/** A person has decided: numbering goes on. `discarded` are wrong, whatever they say. */
export async function endWaiting(db: Statements, discarded: readonly DiscardedWatermark[]): Promise<void> {
  const wrong = JSON.stringify(
    discarded.map(({ history, position, writtenMs = null }) => ({ history, position: `${position}`, writtenMs })),
  );
  await db.$executeRaw`
    UPDATE watermark_state SET waiting_since = NULL, waiting_for = NULL, discarded = ${wrong}::jsonb || discarded`;
}

/** SQL that is true while a person must decide before anything is numbered. */
export const operatorDecides = Prisma.sql`EXISTS (SELECT FROM public.watermark_state WHERE waiting_since IS NOT NULL)`;

/** @throws Error with the command while a person must decide */
export async function refuseWhileOperatorDecides(
  db: Statements,
  what: "numbered" | "imported" = "numbered",
): Promise<void> {
  const [waiting] = await db.$queryRaw<{ why: string }[]>`
    SELECT waiting_for AS why FROM public.watermark_state WHERE waiting_since IS NOT NULL`;
  if (waiting)
    throw new Error(
      `nothing is ${what} until an operator decides (${adminCommand("database watermark")}): ${waiting.why}`,
    );
}
