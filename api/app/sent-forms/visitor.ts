import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { findSession, type Visitor } from "../../../shared/db/people/sessions.js";
import { clientAddress } from "../../middleware/client-address.js";
import type { AppEnv } from "../frame/app-env.js";
import { giveNewSecret, readSecret, secretsBefore } from "../frame/cookies.js";
import { csrfOf, isCsrfOf } from "../frame/csrf.js";
import type { AppDeps } from "../frame/deps.js";
import { safeCompanyPath } from "../frame/safe-path.js";
import { isSentFromHere } from "../frame/sent-from-here.js";
import { strangeForm } from "../layout/errors.js";
import type { FormReader } from "./read-form.js";

/** Finds out who asks. Who has no cookie gets one, so that the forms of this page are tied to this browser. */
export const findVisitor = ({ people, config, macKeys }: AppDeps, readForm: FormReader) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const secret = readSecret(c);
    let done = () => {};
    const isForm = c.req.method !== "GET" && c.req.method !== "HEAD";
    // Nothing is read of what another site sent.
    if (isForm && (secret === undefined || !isSentFromHere(c))) throw strangeForm();
    const key = await macKeys("forms of the web application");
    const session = secret === undefined ? undefined : await findSession(people, secret);
    c.set("session", session);
    c.set("userEmail", session?.email);
    if (isForm && secret !== undefined) {
      // Its token is checked by the cookie alone: a form of a session that ended meanwhile is still this browser's own.
      const isOwn = (token: string) => isCsrfOf(key, secret, token);
      // One of a page that was there before somebody signed out or in: it is this browser's own too, but nothing of it is done.
      const isEarlier = (token: string) =>
        safeCompanyPath(c.req.path) !== undefined && secretsBefore(c).some((one) => isCsrfOf(key, one, token));
      const judge = (token: string) => {
        if (isOwn(token)) return true;
        const isKept = isEarlier(token);
        c.set("isEarlierForm", isKept);
        return isKept;
      };
      const read = await readForm(c, judge, session);
      c.set("form", read.form);
      c.set("membership", read.membership);
      done = read.done;
    }
    c.set("csrf", csrfOf(key, secret ?? giveNewSecret(c, config.TRUST_PROXY)));
    try {
      await next();
    } finally {
      done();
    }
    // Nobody reads the body of a HEAD: whatever makes it ends.
    if (c.req.method === "HEAD") await c.res.body?.cancel();
  });

/** Where a request comes from, as a session keeps it. */
export const visitorOf = (c: Context<AppEnv>, trustProxy: number): Visitor => ({
  address: clientAddress(c, trustProxy),
  agent: c.req.header("user-agent") ?? "",
});
