import type { LoginFailure } from "../../domain/authority-problem.js";
import type { SecretSeal } from "../../sealing/secret-seal.js";
import type { Database, Transaction } from "../pool/database.js";

/** The authority's access ticket, unsealed. */
export interface StoredTicket {
  token: string;
  sign: string;
  generatedAt: Date;
  expiresAt: Date;
}

/** A ticket to be stored. */
export interface NewTicket extends StoredTicket {
  /** The tax ids that it may act for; null when that cannot be read. */
  taxpayers: string[] | null;
}

const contextOf = (certificateId: number, service: string) => `ticket:${certificateId}:${service}`;

/** A row that only noted a login or a failure has none of them. */
interface StoredRow {
  sealed: Uint8Array | null;
  generatedAt: Date | null;
  expiresAt: Date | null;
}

/** The stored ticket. Undefined when there is none, or when the current secret key does not open it. */
export async function readTicket(
  db: Database,
  seal: SecretSeal,
  certificateId: number,
  service: string,
): Promise<StoredTicket | undefined> {
  const [row] = await db.$queryRaw<StoredRow[]>`
    SELECT sealed, generated_at AS "generatedAt", expires_at AS "expiresAt" FROM ticket
    WHERE certificate_id = ${certificateId} AND service = ${service}`;
  if (!row?.sealed || !row.generatedAt || !row.expiresAt) return undefined;
  const opened = openTicket(seal, row.sealed, contextOf(certificateId, service));
  return opened && { ...opened, generatedAt: row.generatedAt, expiresAt: row.expiresAt };
}

function openTicket(
  seal: SecretSeal,
  sealed: Uint8Array,
  context: string,
): Pick<StoredTicket, "token" | "sign"> | undefined {
  try {
    const { token, sign } = JSON.parse(seal.open(sealed, context));
    return { token, sign };
  } catch {
    return undefined; // sealed with another key: a login will replace it
  }
}

/**
 * True for one caller in 60 seconds, over all processes. Only that one may log in. A login that lies ahead was before the database's
 * clock was set back. The clock is read behind the row's lock. Source: issuer/README.md, section 5.
 */
export async function claimLogin(db: Database, certificateId: number, service: string): Promise<boolean> {
  const changed = await db.$executeRaw`
    INSERT INTO ticket AS t (certificate_id, service, login_at) VALUES (${certificateId}, ${service}, now())
    ON CONFLICT (certificate_id, service) DO UPDATE SET login_at = now(), failure = NULL
    WHERE t.login_at IS NULL
      OR t.login_at NOT BETWEEN clock_timestamp() - interval '60 seconds' AND clock_timestamp() + interval '1 second'`;
  return changed === 1;
}

export async function saveTicket(
  db: Database,
  seal: SecretSeal,
  certificateId: number,
  service: string,
  { token, sign, generatedAt, expiresAt, taxpayers }: NewTicket,
): Promise<void> {
  const sealed = seal.seal(JSON.stringify({ token, sign }), contextOf(certificateId, service));
  await db.$executeRaw`
    INSERT INTO ticket (certificate_id, service, sealed, generated_at, expires_at, taxpayers)
    VALUES (${certificateId}, ${service}, ${sealed}, ${generatedAt}, ${expiresAt}, ${taxpayers && JSON.stringify(taxpayers)}::jsonb)
    ON CONFLICT (certificate_id, service) DO UPDATE SET sealed = excluded.sealed, generated_at = excluded.generated_at,
      expires_at = excluded.expires_at, taxpayers = excluded.taxpayers`;
}

/** Seals the access tickets that `from` opens under `to`. Gives how many. A login replaces those that nothing opens. */
export async function resealTickets(
  tx: Transaction,
  { from, to }: { from: SecretSeal; to: SecretSeal },
): Promise<number> {
  const rows = await tx.$queryRaw<{ certificateId: number; service: string; sealed: Uint8Array }[]>`
    SELECT certificate_id AS "certificateId", service, sealed FROM ticket WHERE sealed IS NOT NULL`;
  let count = 0;
  for (const { certificateId, service, sealed } of rows) {
    const context = contextOf(certificateId, service);
    const opened = openTicket(from, sealed, context);
    if (!opened) continue;
    await tx.$executeRaw`
      UPDATE ticket SET sealed = ${to.seal(JSON.stringify(opened), context)}
      WHERE certificate_id = ${certificateId} AND service = ${service}`;
    count++;
  }
  return count;
}

export async function readLoginFailure(
  db: Database,
  certificateId: number,
  service: string,
): Promise<LoginFailure | undefined> {
  const [row] = await db.$queryRaw<{ failure: LoginFailure | null }[]>`
    SELECT failure FROM ticket WHERE certificate_id = ${certificateId} AND service = ${service}`;
  return row?.failure ?? undefined;
}

export async function saveLoginFailure(
  db: Database,
  certificateId: number,
  service: string,
  { kind, cause }: LoginFailure,
): Promise<void> {
  await db.$executeRaw`
    UPDATE ticket SET failure = ${JSON.stringify({ kind, cause })}::jsonb
    WHERE certificate_id = ${certificateId} AND service = ${service}`;
}
