import { createHash, randomBytes } from "node:crypto";
import type { Tenant } from "../../domain/tenant.js";
import { countRows } from "../fragments/count-rows.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import type { Statements, Transaction } from "../pool/database.js";
import { type ListPage, toPage } from "../sql/list-page.js";
import { prepared } from "../sql/prepared.js";
import type { KeyCaller, Scope } from "./caller.js";

/** The hash under which a key is stored and looked up. */
export const hashOf = (secret: string) => new Uint8Array(createHash("sha256").update(secret).digest());

/** The data of a key that may be shown after its creation. */
export interface ApiKey {
  id: number;
  name: string;
  prefix: string;
  scopes: Scope[];
  created: string;
  /** From then on it is refused; null = it is valid until it is revoked. */
  expires: string | null;
  revoked: string | null;
}

interface ApiKeyRow extends Omit<ApiKey, "scopes" | "created" | "expires" | "revoked"> {
  scopes: string[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

const columns = Prisma.sql`
  k.id, k.name, k.prefix, k.scopes, k.created_at AS "createdAt", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt"`;

const toApiKey = ({ id, name, prefix, scopes, createdAt, expiresAt, revokedAt }: ApiKeyRow): ApiKey => ({
  id,
  name,
  prefix,
  scopes: scopes as Scope[],
  created: createdAt.toISOString(),
  expires: expiresAt?.toISOString() ?? null,
  revoked: revokedAt?.toISOString() ?? null,
});

/** Request for a key. */
export interface NewApiKey {
  name: string;
  scopes: readonly Scope[];
  expires?: Date | null;
}

/** Creates a key. `secret` is the whole key. Only its hash and its first characters are stored. */
export async function createApiKey(
  tx: Transaction,
  { companyId, production, name, scopes, expires = null }: Tenant & NewApiKey,
): Promise<ApiKey & { secret: string }> {
  const secret = `${production ? "PROD" : "TEST"}_${randomBytes(24).toString("base64url")}`;
  const [row] = await tx.$queryRaw<[ApiKeyRow]>`
    INSERT INTO api_key AS k (company_id, production, name, prefix, hash, scopes, expires_at)
    VALUES (${companyId}, ${production}, ${name}, ${secret.slice(0, 9)}, ${hashOf(secret)}, ${scopes}::text[], ${expires})
    RETURNING ${columns}`;
  return { ...toApiKey(row), secret };
}

/** The keys of one environment, the oldest first, revoked and expired ones included. Without a page, all of them. */
export async function listApiKeys(tx: Transaction, tenant: Tenant, page?: ListPage): Promise<ApiKey[]> {
  const rows = await tx.$queryRaw<ApiKeyRow[]>`
    SELECT ${columns} FROM api_key k WHERE ${inScope(tenant, "k")} ORDER BY k.id ${toPage(page)}`;
  return rows.map(toApiKey);
}

export const countApiKeys = (tx: Transaction, tenant: Tenant): Promise<number> =>
  countRows(tx, Prisma.sql`api_key k WHERE ${inScope(tenant, "k")}`);

const inForce = Prisma.sql`k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`;

/** Keys that are neither revoked nor expired. */
export const countApiKeysInForce = (tx: Transaction, tenant: Tenant): Promise<number> =>
  countRows(tx, Prisma.sql`api_key k WHERE ${inScope(tenant, "k")} AND ${inForce}`);

/** When a key ends; null when it has no end. */
export async function findKeyEnd(tx: Transaction, tenant: Tenant, id: number): Promise<Date | null> {
  const [key] = await tx.$queryRaw<{ expiresAt: Date | null }[]>`
    SELECT k.expires_at AS "expiresAt" FROM api_key k WHERE k.id = ${id} AND ${inScope(tenant, "k")}`;
  return key?.expiresAt ?? null;
}

/** Whether this key is in force and can configure the environment, and no other one is. */
export async function isLastConfiguring(tx: Transaction, tenant: Tenant, id: number): Promise<boolean> {
  const configuring = await tx.$queryRaw<{ id: number }[]>`
    SELECT k.id FROM api_key k WHERE ${inScope(tenant, "k")} AND ${inForce} AND 'configure' = ANY (k.scopes) LIMIT 2`;
  return configuring.length === 1 && configuring[0]?.id === id;
}

/** Revokes a key. False when it was already revoked, undefined when there is no such key. */
export async function revokeApiKey(tx: Transaction, tenant: Tenant, id: number): Promise<boolean | undefined> {
  const [known] = await tx.$queryRaw<unknown[]>`SELECT FROM api_key k WHERE k.id = ${id} AND ${inScope(tenant, "k")}`;
  if (!known) return undefined;
  const changed = await tx.$executeRaw`
    UPDATE api_key k SET revoked_at = now() WHERE k.id = ${id} AND ${inScope(tenant, "k")} AND k.revoked_at IS NULL`;
  return changed === 1;
}

/** The caller with this key. Looked up by hash, so that timing leaks nothing. Undefined when the key is unknown or no longer in force. */
export async function findCaller(db: Statements, hash: Uint8Array): Promise<KeyCaller | undefined> {
  const [caller] = await db.$queryRaw<KeyCaller[]>(prepared("find_caller")`
    SELECT k.id AS "apiKeyId", NULL AS "userEmail", k.scopes, k.production, c.id AS "companyId", c.code AS "companyCode", c.tax_type AS "taxType", c.vat_rounding AS "vatRounding"
    FROM public.api_key k JOIN public.company c ON c.id = k.company_id
    WHERE k.hash = ${hash} AND ${inForce}`);
  return caller;
}

/** The hashes of the newest keys in force, of all companies. */
export async function listKeyHashes(db: Statements, limit: number): Promise<Uint8Array[]> {
  const rows = await db.$queryRaw<{ hash: Uint8Array }[]>`
    SELECT k.hash FROM public.api_key k WHERE ${inForce} ORDER BY k.id DESC LIMIT ${limit}`;
  return rows.map(({ hash }) => hash);
}
