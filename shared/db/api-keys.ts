import { createHash, randomBytes } from "node:crypto";
import type { VatRounding } from "../domain/amounts.js";
import type { Database } from "./database.js";

export const scopes = ["read", "issue", "configure"] as const;
export type Scope = (typeof scopes)[number];

/** Who calls: a key, its company and environment, and what the company has contracted. */
export interface Caller {
  apiKeyId: number;
  scopes: Scope[];
  companyId: number;
  companyCode: string;
  production: boolean;
  taxType: number;
  vatRounding: VatRounding;
  subscription: { anchor: string; until: string; monthlyVouchers: number } | null;
}

const hashOf = (secret: string) => new Uint8Array(createHash("sha256").update(secret).digest());

/** Makes a key. `secret` is the whole of it and is not kept: only its hash and its first characters are. */
export async function createApiKey(
  db: Database,
  key: { companyId: number; production: boolean; name: string; scopes: readonly Scope[] },
): Promise<{ id: number; prefix: string; secret: string }> {
  const secret = `${key.production ? "PROD" : "TEST"}_${randomBytes(24).toString("base64url")}`;
  const prefix = secret.slice(0, 9);
  const { id } = await db.apiKey.create({ data: { ...key, scopes: [...key.scopes], prefix, hash: hashOf(secret) } });
  return { id, prefix, secret };
}

/** The caller that a key stands for; undefined when it is unknown or revoked. Looked up by its hash, so no comparison leaks. */
export async function findCaller(db: Database, secret: string): Promise<Caller | undefined> {
  const [caller] = await db.$queryRaw<Caller[]>`
    SELECT k.id AS "apiKeyId", k.scopes, k.production, c.id AS "companyId", c.code AS "companyCode", c.tax_type AS "taxType", c.vat_rounding AS "vatRounding",
      CASE WHEN s.company_id IS NOT NULL THEN
        jsonb_build_object('anchor', s.anchor, 'until', s.until, 'monthlyVouchers', p.monthly_vouchers) END AS subscription
    FROM api_key k
    JOIN company c ON c.id = k.company_id
    LEFT JOIN subscription s ON s.company_id = c.id
    LEFT JOIN plan p ON p.id = s.plan_id
    WHERE k.hash = ${hashOf(secret)} AND k.revoked_at IS NULL`;
  return caller;
}
