import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inject } from "vitest";
import type { ApiDeps } from "../../../api/routes/deps.js";
import { pdfFormKey } from "../../../shared/domain/pdf-form.js";
import { openStorage } from "../../../shared/storage/open-storage.js";
import type { Storage } from "../../../shared/storage/storage.js";
import { openCertificateAuthority } from "../../authority/certificate-authority.js";
import { expectDocumented } from "../readers/documented-answers.js";
import { type Answer, type IssuingApp, openIssuingApp } from "./issuing-app.js";

/** The API of the demo companies, for administrative requests. What would go to other processes is recorded instead. */
export interface AdminApp extends IssuingApp {
  storage: Storage;
  storageFolder: string;
  /** Requests to print again: "voucher/versions". */
  printed: string[];
  /** Recipients to whom a mail was requested. */
  mailed: number[];
  /** Signs a certificate request as the authority does. */
  sign: (csr: string, options?: { days?: number }) => Promise<string>;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Ends the demo company's subscription, or renews it. */
  setUntil(until: string, code?: string): Promise<void>;
  audit(action: string): Promise<AuditRow[]>;
}

interface CallOptions {
  /** Default: the demo company's homologation key. Null sends none. */
  key?: string | null;
  company?: string;
  /** Bytes are sent unchanged, anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

interface AuditRow {
  resourceId: string;
  production: boolean | null;
  actorType: string;
  actorApiKeyId: number | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** `env` and `over` replace settings and parts, as in `openIssuingApp`. */
export async function openAdminApp(env: Record<string, string> = {}, over: Partial<ApiDeps> = {}): Promise<AdminApp> {
  const storageFolder = mkdtempSync(path.join(tmpdir(), "talonario-admin-"));
  const storage = openStorage(`file:${storageFolder}`);
  const printed: string[] = [];
  const mailed: number[] = [];
  const issuing = await openIssuingApp(env, {
    storage,
    printAnew: async (voucherId, form) => {
      printed.push(`${voucherId}/${pdfFormKey(form)}`);
    },
    requestMail: async (recipientId) => {
      mailed.push(recipientId);
    },
    ...over,
  });
  const { sign } = await openCertificateAuthority(inject("demo").authorityFolder);
  const { app, db, keys } = issuing;

  return {
    ...issuing,
    get fate() {
      return issuing.fate;
    },
    set fate(fate) {
      issuing.fate = fate;
    },
    storage,
    storageFolder,
    printed,
    mailed,
    sign,
    async call(method, requestPath, { key = keys.keys.test, company = "demo", body, headers } = {}) {
      const isBytes = body instanceof Uint8Array;
      const response = await app.request(`/api/${company}${requestPath}`, {
        method,
        headers: {
          ...(key !== null && { authorization: `Bearer ${key}` }),
          ...(body !== undefined && { "content-type": isBytes ? "image/png" : "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: isBytes ? Buffer.from(body) : JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.includes("json");
      const answer = { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
      if (isJson) expectDocumented(method, requestPath, answer.status, answer.body);
      return answer;
    },
    async setUntil(until, code = "demo") {
      await db.$executeRaw`
        UPDATE subscription SET until = ${until}::date WHERE company_id = (SELECT id FROM company WHERE code = ${code})`;
    },
    audit: (action) => db.$queryRaw<AuditRow[]>`
      SELECT resource_id AS "resourceId", production, actor_type AS "actorType", actor_api_key_id AS "actorApiKeyId", before, after
      FROM audit_entry WHERE action = ${action} AND actor_type <> 'system' ORDER BY id`,
    async [Symbol.asyncDispose]() {
      await issuing[Symbol.asyncDispose]();
      rmSync(storageFolder, { recursive: true, force: true });
    },
  };
}
