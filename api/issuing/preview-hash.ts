import { createHmac, timingSafeEqual } from "node:crypto";
import type { Tenant } from "../../shared/domain/tenant.js";
import type { NoteKind } from "../../shared/domain/voucher-types.js";
import type { MacKeys } from "../authentication/mac-keys.js";

/** How long a preview counts. Source: api/README.md, "Agents". */
export const previewLastsMs = 15 * 60_000;

/** Previewed request: the body with its idempotency key, and the voucher that it is a note of, if any. */
export interface PreviewedRequest {
  noteOf?: { kind: NoteKind; id: number };
  body: unknown;
}

type PreviewVerdict = "valid" | "stale" | "other";

/** Tells later whether the same content was previewed a short while ago. Keeps nothing: the hash itself proves it. */
export interface PreviewHashes {
  /** `<time>.<HMAC>`: the milliseconds since the epoch in base 36, and 32 bytes in base64url. */
  of(tenant: Tenant, previewed: PreviewedRequest, nowMs: number): Promise<string>;
  /** "other" when it is of other content, another company or environment, or made up. */
  judge(hash: string, tenant: Tenant, previewed: PreviewedRequest, nowMs: number): Promise<PreviewVerdict>;
}

/** @param macKeys the same of all processes that serve the API */
export function createPreviewHashes(macKeys: MacKeys): PreviewHashes {
  const digest = async ({ companyId, production }: Tenant, { noteOf, body }: PreviewedRequest, time: string) =>
    createHmac("sha256", await macKeys("previews of issuances"))
      .update(JSON.stringify([companyId, production, time, noteOf ? [noteOf.kind, noteOf.id] : null, canonical(body)]))
      .digest();
  return {
    async of(tenant, previewed, nowMs) {
      const time = nowMs.toString(36);
      return `${time}.${(await digest(tenant, previewed, time)).toString("base64url")}`;
    },
    async judge(hash, tenant, previewed, nowMs) {
      const [, time = "", mac = ""] = /^([0-9a-z]{1,10})\.([\w-]{43})$/.exec(hash) ?? [];
      const given = Buffer.from(mac, "base64url");
      const expected = await digest(tenant, previewed, time);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return "other";
      return Math.abs(nowMs - Number.parseInt(time, 36)) > previewLastsMs ? "stale" : "valid";
    },
  };
}

/** Canonical form: equal for the same JSON value, however its keys are ordered. Pairs stand for objects, so no name of a key is special. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return ["list", value.map(canonical)];
  if (typeof value !== "object" || value === null) return value;
  const pairs = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return ["object", pairs.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, inner]) => [name, canonical(inner)])];
}
