import { randomBytes } from "node:crypto";
import { csrfOf } from "../../../api/app/frame/csrf.js";
import type { MacKeys } from "../../../api/authentication/mac-keys.js";
import { beginSession } from "../../../shared/db/people/sessions.js";
import type { Role } from "../../../shared/domain/roles.js";
import { type IssuingApp, openIssuingApp } from "../processes/issuing-app.js";

/** What a page answered. */
interface Page {
  status: number;
  headers: Headers;
  text: string;
  /** Where it leads on, of a redirect. */
  location: string | null;
}

/** A browser without JavaScript: it keeps its cookie, and its forms carry their CSRF token. */
export interface AppClient {
  email: string;
  get(path: string, headers?: Record<string, string>): Promise<Page>;
  post(
    path: string,
    fields?: Record<string, string | string[] | File>,
    headers?: Record<string, string>,
  ): Promise<Page>;
}

export interface OpenedApp extends AsyncDisposable {
  system: IssuingApp;
  /** Signs a new person in, who has this role in the company; by default in `demo`. */
  signIn(role: Role, company?: string): Promise<AppClient>;
  /** Somebody with this cookie; nobody is signed in without one. */
  visitor(secret?: string): AppClient;
}

/** The web application in this process, upon the API that `openIssuingApp` gives. */
export async function openApp(...given: Parameters<typeof openIssuingApp>): Promise<OpenedApp> {
  const system = await openIssuingApp(...given);
  const visitor = (secret?: string, email = "") => clientOf(system, secret, email);
  return {
    system,
    visitor,
    async signIn(role, company = "demo") {
      const email = `${role}-${randomBytes(4).toString("hex")}@example.com`;
      const [person] = await system.db.$queryRaw<{ id: number }[]>`
        WITH p AS (INSERT INTO person (email, name) VALUES (${email}, ${`Someone who is ${role}`}) RETURNING id)
        INSERT INTO membership (person_id, company_id, role)
        SELECT p.id, c.id, ${role}::person_role FROM p, company c WHERE c.code = ${company} RETURNING person_id AS id`;
      return visitor(await beginSession(system.db, person?.id ?? 0, { address: "127.0.0.1", agent: "test" }), email);
    },
    [Symbol.asyncDispose]: () => system[Symbol.asyncDispose](),
  };
}

/** The token of the forms of a browser with this cookie. */
export const csrfFor = async ({ macKeys }: { macKeys: MacKeys }, secret: string): Promise<string> =>
  csrfOf(await macKeys("forms of the web application"), secret);

function clientOf({ app, deps }: IssuingApp, secret: string | undefined, email: string): AppClient {
  let cookie = secret;
  const send = async (path: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Page> => {
    const headers = { ...(cookie && { cookie: `talonario_session=${cookie}` }), ...init.headers };
    const response = await app.request(path, { ...init, headers });
    cookie = /talonario_session=([\w-]+)/.exec(response.headers.get("set-cookie") ?? "")?.[1] ?? cookie;
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, location: response.headers.get("location") };
  };
  return {
    email,
    get: (path, headers = {}) => send(path, { headers }),
    async post(path, fields = {}, headers = {}) {
      const body = new FormData();
      if (cookie) body.append("csrf", await csrfFor(deps, cookie));
      for (const [name, value] of Object.entries(fields)) {
        if (value instanceof File) body.set(name, value);
        else for (const each of [value].flat()) body.append(name, each);
      }
      return send(path, { method: "POST", body, headers });
    },
  };
}
