import { Hono } from "hono";
import type { Redis } from "ioredis";
import { findLinkOwner, setsPassword } from "../../../shared/db/people/links.js";
import { askForReset } from "../../../shared/db/people/mails.js";
import { beginSession, endSession } from "../../../shared/db/people/sessions.js";
import { setPassword } from "../../../shared/db/people/set-password.js";
import type { LocalizedText } from "../../../shared/domain/localized-text.js";
import { afterAnswer } from "../../middleware/after-answer.js";
import { countOne, createWindowLimiter, tooManyRequests } from "../../middleware/window-limiter.js";
import type { AppEnv } from "../frame/app-env.js";
import { giveSecret, readSecret } from "../frame/cookies.js";
import type { AppDeps } from "../frame/deps.js";
import { secretText, text } from "../frame/form.js";
import type { KnownBrowsers } from "../frame/known-browsers.js";
import { showPlain } from "../layout/show.js";
import { visitorOf } from "../sent-forms/visitor.js";
import { fullLine, orQueueFull, type PasswordQueues, retryAfterSeconds } from "../sign-in/password-queues.js";
import { createUserLog } from "../sign-in/user-log.js";
import { inBoth } from "../spanish/in-both.js";
import { Choose, Gone } from "./choose.js";
import { Asked, Forgot } from "./forgot.js";
import { passwordFaults, unequal } from "./password-words.js";

const tooManyLinks: LocalizedText = {
  en: "Too many links from this address.",
  es: "Se pidieron demasiados enlaces desde esta conexión: esperá un minuto.",
};

/** Links that one address may ask for, or try, in a minute. */
const triesPerMinute = 10;

interface PasswordParts {
  browsers: KnownBrowsers;
  lines: PasswordQueues;
}

/** `/app/forgot` and `/app/password`. Source: api/README.md, "The web application". */
export const passwordPages = (deps: AppDeps, redis: Redis, { browsers, lines }: PasswordParts) => {
  const { people, config } = deps;
  const tell = createUserLog(deps);
  const limiter = createWindowLimiter(redis, "password-links", triesPerMinute);
  const count = (address: string) => countOne(limiter, address, (state) => tooManyRequests(tooManyLinks, state));

  return new Hono<AppEnv>()
    .get("/forgot", (c) => showPlain(c, "Olvidé mi contraseña", <Forgot csrf={c.get("csrf")} />))

    .post("/forgot", async (c) => {
      await count(visitorOf(c, config.TRUST_PROXY).address);
      const email = text(c.get("form"), "email");
      // A mail for a person, nothing for anybody else: the answer must not tell which it was by its time.
      afterAnswer(c, deps.log, () => askForReset(people, email));
      await tell(c, "password_asked", { email });
      return showPlain(c, "Revisá tu correo", <Asked />);
    })

    .get("/password", async (c) => {
      const token = c.req.query("token") ?? "";
      const owner = await findLinkOwner(people, token);
      if (!owner) return showPlain(c, "Este enlace ya no sirve", <Gone />, 404);
      // An invitation of somebody who has a password: they accept it once they are signed in.
      if (!setsPassword(owner)) return c.redirect("/app", 303);
      const page = <Choose csrf={c.get("csrf")} token={token} email={owner.email} />;
      return showPlain(c, "Elegí tu contraseña", page);
    })

    .post("/password", async (c) => {
      const visitor = visitorOf(c, config.TRUST_PROXY);
      await count(visitor.address);
      const form = c.get("form");
      const token = text(form, "token");
      const password = secretText(form, "password");
      const owner = await findLinkOwner(people, token);
      if (!owner) return showPlain(c, "Este enlace ya no sirve", <Gone />, 404);
      const again = (faults: { password?: string; again?: string }, status: 400 | 429 = 400) => {
        const page = <Choose csrf={c.get("csrf")} token={token} email={owner.email} faults={faults} />;
        return showPlain(c, "Elegí tu contraseña", page, status);
      };
      if (password !== secretText(form, "again")) return again({ again: unequal });

      const set = await lines.ofKnown(owner.id, () => setPassword(people, token, password)).catch(orQueueFull);
      if (set === "full") {
        c.header("Retry-After", `${retryAfterSeconds}`);
        return again({ password: inBoth(fullLine) }, 429);
      }
      if (!("refused" in set)) {
        await tell(c, "password_set", { personId: owner.id });
        // Whoever was signed in with this browser no longer is.
        await endSession(people, readSecret(c) ?? "");
        giveSecret(c, await beginSession(people, owner.id, visitor), config.TRUST_PROXY);
        await browsers.remember(c, owner.id);
        return c.redirect("/app", 303);
      }
      if (set.refused !== "gone") return again({ password: passwordFaults[set.refused] });
      return showPlain(c, "Este enlace ya no sirve", <Gone />, 404);
    });
};
