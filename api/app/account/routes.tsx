import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { endOtherSessions, listSessions, rename } from "../../../shared/db/people/own-account.js";
import type { Session } from "../../../shared/db/people/sessions.js";
import { changePassword } from "../../../shared/db/people/set-password.js";
import { cleanText } from "../../../shared/domain/clean-text.js";
import type { AppEnv } from "../frame/app-env.js";
import { giveSecret } from "../frame/cookies.js";
import type { AppDeps } from "../frame/deps.js";
import { secretText, text } from "../frame/form.js";
import { showPlain } from "../layout/show.js";
import { passwordFaults, unequal } from "../password/password-words.js";
import { visitorOf } from "../sent-forms/visitor.js";
import { fullLine, orQueueFull, type PasswordQueues, retryAfterSeconds } from "../sign-in/password-queues.js";
import { createUserLog } from "../sign-in/user-log.js";
import { inBoth } from "../spanish/in-both.js";
import { Account, type AccountFaults } from "./account.js";

/** `/app/account`: what a person changes about themselves. Source: api/README.md, "The web application". */
export const accountPages = (deps: AppDeps, lines: PasswordQueues) => {
  const { people, config } = deps;
  const tell = createUserLog(deps);
  async function page(
    c: Context<AppEnv>,
    { said, faults = {} }: { said?: string; faults?: AccountFaults } = {},
    refusal: 400 | 429 = 400,
  ) {
    const session = c.get("session") as Session;
    const sessions = await listSessions(people, session.personId);
    const account = <Account csrf={c.get("csrf")} session={session} sessions={sessions} said={said} faults={faults} />;
    return showPlain(c, "Tu cuenta", account, Object.keys(faults).length > 0 ? refusal : 200);
  }

  return new Hono<AppEnv>()
    .use("/account", signedIn)
    .use("/account/*", signedIn)
    .get("/account", (c) => page(c, { ...(c.req.query("said") === "saved" && { said: "Se guardó." }) }))

    .post("/account/name", async (c) => {
      await rename(people, idOf(c), cleanText(text(c.get("form"), "name")).slice(0, 100) || null);
      return c.redirect("/app/account?said=saved", 303);
    })

    .post("/account/sessions", async (c) => {
      await endOtherSessions(people, idOf(c), c.get("session")?.id ?? 0);
      return c.redirect("/app/account?said=saved", 303);
    })

    .post("/account/password", async (c) => {
      const form = c.get("form");
      const next = secretText(form, "password");
      if (next !== secretText(form, "again")) return page(c, { faults: { again: unequal } });
      const change = { old: secretText(form, "old"), next, visitor: visitorOf(c, config.TRUST_PROXY) };
      const changed = await lines.ofKnown(idOf(c), () => changePassword(people, idOf(c), change)).catch(orQueueFull);
      if (changed === "full") {
        c.header("Retry-After", `${retryAfterSeconds}`);
        return page(c, { faults: { old: inBoth(fullLine) } }, 429);
      }
      const account = { personId: idOf(c) };
      if (!("refused" in changed)) {
        await tell(c, "password_changed", account);
        giveSecret(c, changed.secret, config.TRUST_PROXY);
        return c.redirect("/app/account?said=saved", 303);
      }
      const { refused } = changed;
      if (refused === "wrong" || refused === "locked")
        await tell(c, refused === "wrong" ? "wrong_password" : "refused_as_locked", account);
      if ("isLast" in changed && changed.isLast) await tell(c, "locked", account);
      if (refused === "wrong") return page(c, { faults: { old: "No es tu contraseña actual." } });
      if (refused === "locked") return page(c, { faults: { old: "Hubo demasiados intentos. Esperá 15 minutos." } });
      return page(c, { faults: { password: passwordFaults[refused] } });
    });
};

const signedIn = createMiddleware<AppEnv>(async (c, next) => {
  if (!c.get("session")) return c.redirect("/app/sign-in?to=/app/account", 303);
  return next();
});

const idOf = (c: Context<AppEnv>): number => c.get("session")?.personId ?? 0;
