import { Pool } from "undici";
import { csrfOf } from "../../api/app/frame/csrf.js";
import { createMacKeys } from "../../api/authentication/mac-keys.js";
import { readApiSecret } from "../../shared/db/company/api-secret.js";
import { beginSession } from "../../shared/db/people/sessions.js";
import { openDatabase } from "../../shared/db/pool/database.js";

interface Page {
  status: number;
  /** Where it leads on, of a redirect. */
  location: string;
  text: string;
  ms: number;
}

/** A person in a browser that keeps its connection. It loads pages alone, without what they show. */
export interface Visitor {
  get(path: string, headers?: Record<string, string>): Promise<Page>;
  /** Sends a form with its CSRF token. */
  post(path: string, fields: Record<string, string>): Promise<Page>;
  close(): Promise<void>;
}

/** Signs a new owner of the company in. */
export async function openVisitor(databaseUrl: string, origin: string, company: string): Promise<Visitor> {
  const { db, close } = openDatabase(databaseUrl, { connections: 1 });
  const [person] = await db.$queryRaw<{ id: number }[]>`
    WITH p AS (INSERT INTO person (email, name) VALUES (${`owner@${company}.example.com`}, 'Ana Gómez') RETURNING id)
    INSERT INTO membership (person_id, company_id, role)
    SELECT p.id, c.id, 'owner'::person_role FROM p, company c WHERE c.code = ${company} RETURNING person_id AS id`;
  const secret = await beginSession(db, person?.id ?? 0, { address: "127.0.0.1", agent: "bench" });
  const csrf = csrfOf(await createMacKeys(() => readApiSecret(db))("forms of the web application"), secret);
  await close();

  const pool = new Pool(origin, { pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const cookie = `talonario_session=${secret}`;
  async function ask(method: "GET" | "POST", path: string, more: Record<string, string>, body?: string): Promise<Page> {
    const startedAtMs = performance.now();
    const answer = await pool.request({ method, path, headers: { cookie, ...more }, ...(body && { body }) });
    const text = await answer.body.text();
    const ms = performance.now() - startedAtMs;
    return { status: answer.statusCode, location: String(answer.headers["location"] ?? ""), text, ms };
  }
  return {
    get: (path, headers = {}) => ask("GET", path, headers),
    post: (path, fields) =>
      ask(
        "POST",
        path,
        { origin, "content-type": "application/x-www-form-urlencoded" },
        new URLSearchParams({ ...fields, csrf }).toString(),
      ),
    close: () => pool.close(),
  };
}
