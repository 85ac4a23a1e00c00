import type { Hono } from "hono";
import { Redis } from "ioredis";
import { inject } from "vitest";
import { createApiKeyCache } from "../../../api/authentication/api-key-cache.js";
import { createMacKeys } from "../../../api/authentication/mac-keys.js";
import { createApp } from "../../../api/compose/app.js";
import { apiConfig } from "../../../api/config.js";
import { openPools } from "../../../api/databases/pools.js";
import { readPrimary } from "../../../api/databases/replica.js";
import type { ApiEnv } from "../../../api/http/env.js";
import { createEligibilityCache } from "../../../api/issuing/eligibility-cache.js";
import { createPreviewHashes } from "../../../api/issuing/preview-hash.js";
import { createStandingCache } from "../../../api/issuing/standing-cache.js";
import type { ApiDeps } from "../../../api/routes/deps.js";
import { programFile } from "../../../shared/assets/assets.js";
import { readApiSecret } from "../../../shared/db/company/api-secret.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { createProbe } from "../../../shared/db/pool/probe.js";
import { publishWebhookKey } from "../../../shared/db/webhooks/secrets.js";
import type { IssuanceRequest } from "../../../shared/domain/issuance-request.js";
import { toStoredPayload, writePayload } from "../../../shared/domain/stored-payload.js";
import { createRewriter } from "../../../shared/images/rewriter.js";
import { createLog } from "../../../shared/logging/log.js";
import { createSealer } from "../../../shared/sealing/sealer.js";
import { publicKeyOf } from "../../../shared/sealing/sealing-key.js";
import { openStorage } from "../../../shared/storage/open-storage.js";
import type { Keys } from "../../sandbox/seed-demo.js";
import { expectDocumented } from "../readers/documented-answers.js";
import { createDemoDatabase, demoSecretKey as secretKey } from "../servers/demo-database.js";
import { asProcess } from "../servers/process-roles.js";

/** Stands in for the issuer while a caller waits: changes the issuance's row and gives whether the issuance has ended. */
export type Fate = (db: Database, issuanceId: number) => Promise<boolean>;

/** The API on a real database and Redis, with a `Fate` in place of the issuer. */
export interface IssuingApp extends AsyncDisposable {
  app: Hono<ApiEnv>;
  db: Database;
  keys: Keys;
  /** Opens the private keys that the API sealed, as the issuer does. */
  secretKey: string;
  /** The same for the secrets of webhooks, as the mailer does. */
  webhookKey: string;
  enqueued: number[];
  fate: Fate;
  deps: ApiDeps;
  redis: Redis;
  /** Lets all limits begin anew, of this app alone: other tests have theirs in the same Redis. */
  forgetCounts(): Promise<void>;
  post(body: unknown, options?: RequestOptions): Promise<Answer>;
  /** POSTs to another path. */
  postTo(path: string, body: unknown, options?: RequestOptions): Promise<Answer>;
  get(path: string, options?: RequestOptions): Promise<Answer>;
}

interface RequestOptions {
  key?: string | null;
  company?: string;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each test checks the shape that it expects
  body: any;
}

/** Approves the issuance under the next number of its point of sale and type. */
export const approvedFate: Fate = async (db, issuanceId) => {
  const { body } = await db.issuance.findUniqueOrThrow({ where: { id: issuanceId } });
  const payload = body && writePayload(toStoredPayload(body as unknown as IssuanceRequest));
  await db.$executeRaw`
    WITH i AS (
      UPDATE issuance SET state = 'approved', settled_at = now(),
        number = (SELECT count(*) + 1 FROM voucher v WHERE v.company_id = issuance.company_id AND v.production = issuance.production
          AND v.pos_number = issuance.pos_number AND v.voucher_type = issuance.voucher_type)
      WHERE id = ${issuanceId} AND state = 'queued' RETURNING *
    ), u AS (
      UPDATE usage_period u SET used_production = used_production + i.production::int, used_homologation = used_homologation + (NOT i.production)::int
      FROM i WHERE u.company_id = i.company_id AND u.period_start = i.period_start
    )
    INSERT INTO voucher (company_id, production, pos_number, voucher_type, voucher_number, voucher_date, doc_type, doc_number,
      total_amount, net_amount, vat_amount, exempt_amount, not_taxable_amount, tributes_amount, cae, cae_expiration_date,
      currency, currency_quotation, external_reference, idempotency, issuance_id, api_key_id, user_email, source, request_id, payload, lines, vat)
    SELECT company_id, production, pos_number, voucher_type, number, body ->> 'voucherDate', (body #>> '{customer,docType}')::int,
      body #>> '{customer,docNumber}', (amounts ->> 'total')::numeric, (amounts ->> 'net')::numeric, (amounts ->> 'vat')::numeric,
      (amounts ->> 'exempt')::numeric, (amounts ->> 'notTaxable')::numeric, (amounts ->> 'tributes')::numeric,
      '86470000000001', '20261201', body #>> '{currency,id}', (body #>> '{currency,quotation}')::numeric, body ->> 'externalReference',
      idempotency, id, api_key_id, user_email, CASE WHEN user_email IS NULL AND (api_key_id IS NOT NULL OR idempotency NOT LIKE 'payment-%') THEN 'api' ELSE 'app' END, request_id, ${payload}, amounts -> 'lines', amounts -> 'vatRows' FROM i`;
  return true;
};

/** Settles the issuance without a voucher. */
export const refusedFate =
  (state: "rejected" | "cancelled" | "failed", outcome: unknown): Fate =>
  async (db, issuanceId) => {
    await db.$executeRaw`
      UPDATE issuance SET state = ${state}::issuance_state, settled_at = now(), outcome = ${JSON.stringify(outcome)}::jsonb
      WHERE id = ${issuanceId} AND state = 'queued'`;
    return true;
  };

export async function openIssuingApp(
  env: Record<string, string> = {},
  over: Partial<ApiDeps> = {},
): Promise<IssuingApp> {
  const database = await createDemoDatabase();
  const { keys } = database;
  const webhookKey = Buffer.alloc(32, 4).toString("base64");
  const sealingKey = await publicKeyOf(secretKey);
  const { db, close } = openDatabase(database.url, { connections: 4 });
  await publishWebhookKey(db, { keyId: "0011223344556677", publicKey: await publicKeyOf(webhookKey) });
  const redis = new Redis(inject("redisUrl"), { keyPrefix: `${database.url.split("/").at(-1)}:` });
  const config = apiConfig.parse({
    DATABASE_URL: database.url,
    // As few as there may be: a request that held one and waited for a second one would never get it.
    DATABASE_CONNECTIONS: "4",
    REDIS_URL: inject("redisUrl"),
    SEALING_KEY: sealingKey,
    RATE_LIMIT_PER_MINUTE: "0",
    COMPANY_RATE_LIMIT_PER_MINUTE: "0",
    ...env,
  });
  const { close: closePools, ...pools } = openPools(asProcess(database.url, "api"), config.DATABASE_CONNECTIONS);
  const macKeys = createMacKeys(() => readApiSecret(pools.issuing.ofNobody));
  const enqueued: number[] = [];
  const self = {
    fate: approvedFate,
  } as IssuingApp;
  const deps: ApiDeps = {
    ...pools,
    probe: createProbe(config.DATABASE_URL),
    read: readPrimary({ ...pools, ...over }),
    config,
    log: createLog("test", "silent"),
    storage: openStorage("file:unused"),
    rewriteImage: createRewriter(programFile("api/logo-thread")),
    macKeys,
    previews: createPreviewHashes(macKeys),
    now: Date.now,
    enqueue: async (_sequence, { id }) => {
      enqueued.push(id);
    },
    wakeSequence: async () => undefined,
    requestPdf: async () => undefined,
    printWaits: (_tenant, wait) => wait(),
    printAnew: async () => undefined,
    requestMail: async () => undefined,
    sealer: createSealer(sealingKey),
    askAuthority: async () => ({
      outcome: "unavailable",
      problem: { kind: "down", services: ["wsfe"], detail: "no issuer runs" },
    }),
    // No caching: tests change callers directly in the database.
    callers: createApiKeyCache(pools.issuing.ofNobody, { keptMs: 0 }),
    eligibility: createEligibilityCache(pools.issuing, over.now ?? Date.now, { keptMs: 0 }),
    standings: createStandingCache(),
    settlements: {
      wait: async ({ id }) => ({ ended: await self.fate(db, id) }),
      announced: () => undefined,
      stop: async () => undefined,
    },
    ...over,
  };
  const app = createApp(deps, { redis, board: undefined });

  const send = async (
    method: string,
    path: string,
    body: string | undefined,
    { key = keys.keys.test, company = "demo", headers }: RequestOptions,
  ) => {
    const response = await app.request(`/api/${company}${path}`, {
      method,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    const answer = { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
    if (isJson) expectDocumented(method, path, answer.status, answer.body);
    return answer;
  };
  return Object.assign(self, {
    app,
    db,
    keys,
    secretKey,
    webhookKey,
    enqueued,
    deps,
    redis,
    forgetCounts: () => removeOwnKeys(redis),
    post: (body: unknown, options: RequestOptions = {}) =>
      send("POST", "/invoices", typeof body === "string" ? body : JSON.stringify(body), options),
    postTo: (path: string, body: unknown, options: RequestOptions = {}) =>
      send("POST", path, JSON.stringify(body), options),
    get: (path: string, options: RequestOptions = {}) => send("GET", path, undefined, options),
    async [Symbol.asyncDispose]() {
      redis.disconnect();
      await Promise.all([close(), closePools()]);
      await database.drop();
    },
  });
}

/** Removes the keys with the prefix of this connection. */
async function removeOwnKeys(redis: Redis): Promise<void> {
  const prefix = redis.options.keyPrefix ?? "";
  const found = await redis.keys(`${prefix}*`);
  await Promise.all(found.map((name) => redis.del(name.slice(prefix.length))));
}
