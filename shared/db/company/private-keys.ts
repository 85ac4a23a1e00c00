import type { Opener } from "../../sealing/opener.js";
import { headerBytes } from "../../sealing/sealed-form.js";
import type { Sealer } from "../../sealing/sealer.js";
import { Prisma } from "../generated/client.js";
import type { Database, Transaction } from "../pool/database.js";

interface SealedRow {
  id: number;
  /** Null: the operator's. */
  companyId: number | null;
  production: boolean;
  sealedKey: Uint8Array<ArrayBuffer>;
}

const columns = Prisma.sql`id, company_id AS "companyId", production, sealed_key AS "sealedKey"`;

/** A private key that does not open, by its certificate. `reason` says why, and what to do. */
export interface UnopenedKey {
  certificate: number;
  reason: string;
}

export const contextOf = (companyId: number | null, production: boolean) =>
  `certificate-key:${companyId ?? "operator"}:${production}`;

/** Opens the private key of a certificate's row. @throws Error that names the certificate, the reason and what to do */
export async function openPrivateKey(
  opener: Opener,
  { id, companyId, production, sealedKey }: SealedRow,
): Promise<string> {
  try {
    return await opener.open(sealedKey, contextOf(companyId, production));
  } catch (error) {
    throw new Error(`The private key of certificate ${id} ${reasonOf(error)}.`, { cause: error });
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Whether each private key that can still be used opens: of every environment the active certificate and the newest one. */
export async function tryPrivateKeys(
  db: Database,
  opener: Opener,
): Promise<{ opened: number; unopened: UnopenedKey[] }> {
  const rows = await db.$queryRaw<SealedRow[]>`
    SELECT ${columns} FROM certificate c
    WHERE active OR id = (SELECT max(id) FROM certificate
      WHERE company_id IS NOT DISTINCT FROM c.company_id AND production = c.production)
    ORDER BY id`;
  const unopened: UnopenedKey[] = [];
  for (const row of rows)
    await opener.open(row.sealedKey, contextOf(row.companyId, row.production)).catch(note(row, unopened));
  return { opened: rows.length - unopened.length, unopened };
}

/** The beginnings of the newest private keys in force: they name the key to which each is sealed. */
export async function readNewestSealed(db: Database, most = 20): Promise<Uint8Array[]> {
  const rows = await db.$queryRaw<{ sealed: Uint8Array }[]>`
    SELECT substring(sealed_key FROM 1 FOR ${headerBytes}) AS sealed FROM certificate WHERE active ORDER BY id DESC LIMIT ${most}`;
  return rows.map(({ sealed }) => sealed);
}

const note =
  ({ id }: SealedRow, unopened: UnopenedKey[]) =>
  (error: unknown) => {
    unopened.push({ certificate: id, reason: reasonOf(error) });
    return undefined;
  };

/** Seals every private key to the sealer's key. The caller keeps others from changing the table. */
export async function resealPrivateKeys(
  tx: Transaction,
  keys: { opener: Opener; sealer: Sealer; isSealed: (sealed: Uint8Array) => boolean },
): Promise<{ resealed: number; kept: number; unopened: UnopenedKey[] }> {
  const rows = await tx.$queryRaw<SealedRow[]>`SELECT ${columns} FROM certificate ORDER BY id`;
  const unopened: UnopenedKey[] = [];
  const old = rows.filter(({ sealedKey }) => !keys.isSealed(sealedKey));
  for (const row of old) {
    const sealedKey = await sealAnew(row, keys).catch(note(row, unopened));
    const { id, companyId, production } = row;
    if (!sealedKey) continue;
    await tx.$executeRaw`
      UPDATE certificate SET sealed_key = ${sealedKey}
      WHERE id = ${id} AND company_id IS NOT DISTINCT FROM ${companyId}::int AND production = ${production}`;
  }
  return { resealed: old.length - unopened.length, kept: rows.length - old.length, unopened };
}

async function sealAnew(
  { companyId, production, sealedKey }: SealedRow,
  { opener, sealer }: { opener: Opener; sealer: Sealer },
): Promise<Uint8Array<ArrayBuffer>> {
  const context = contextOf(companyId, production);
  return sealer.seal(await opener.open(sealedKey, context), context);
}
