import { createMiddleware } from "hono/factory";
import { findSession } from "../../../shared/db/people/sessions.js";
import type { AppEnv } from "./app-env.js";
import { csrfOf, giveNewSecret, isCsrfOf, readSecret } from "./cookies.js";
import type { AppDeps } from "./deps.js";
import { strangeForm } from "./errors.js";
import { readSentForm, text } from "./form.js";
import { isSentFromHere } from "./sent-from-here.js";

/** Finds out who asks. Who has no cookie gets one, so that the forms of this page are tied to this browser. */
export const findVisitor = ({ people, config }: AppDeps) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const secret = readSecret(c);
    const isForm = c.req.method !== "GET" && c.req.method !== "HEAD";
    // Nothing is read of what another site sent.
    if (isForm && (secret === undefined || !isSentFromHere(c))) throw strangeForm();
    const session = secret === undefined ? undefined : await findSession(people, secret);
    c.set("session", session);
    c.set("userEmail", session?.email);
    if (isForm) {
      const form = await readSentForm(c);
      // Checked by the cookie alone: a form of a session that ended meanwhile is still this browser's own.
      if (secret === undefined || !isCsrfOf(secret, text(form, "csrf"))) throw strangeForm();
      c.set(
        "form",
        form.filter(([name]) => name !== "csrf"),
      );
    }
    c.set("csrf", csrfOf(secret ?? giveNewSecret(c, config.TRUST_PROXY)));
    await next();
    // Nobody reads the body of a HEAD: whatever makes it ends.
    if (c.req.method === "HEAD") await c.res.body?.cancel();
  });
