import { type Context, Hono } from "hono";
import type { Redis } from "ioredis";
import { RateLimiterRes } from "rate-limiter-flexible";
import { listMemberships, listOpenInvitations } from "../../../shared/db/people/memberships.js";
import { endSession } from "../../../shared/db/people/sessions.js";
import { signIn } from "../../../shared/db/people/sign-in.js";
import { afterAnswer } from "../../middleware/after-answer.js";
import { createWindowLimiter, secondsLeft } from "../../middleware/window-limiter.js";
import type { AppEnv } from "../frame/app-env.js";
import { giveNewSecret, giveSecret, keepBefore, lastEnvironment, readSecret } from "../frame/cookies.js";
import { csrfOf } from "../frame/csrf.js";
import type { AppDeps } from "../frame/deps.js";
import { secretText, text } from "../frame/form.js";
import type { KnownBrowsers } from "../frame/known-browsers.js";
import type { RecentAddresses } from "../frame/recent-addresses.js";
import { safePath } from "../frame/safe-path.js";
import { showPlain } from "../layout/show.js";
import { visitorOf } from "../sent-forms/visitor.js";
import { inBoth } from "../spanish/in-both.js";
import { Companies } from "./companies.js";
import { fullLine, orQueueFull, type PasswordQueues, retryAfterSeconds } from "./password-queues.js";
import { Resume } from "./resume.js";
import { restoreForm } from "./saved-form.js";
import { SignIn } from "./sign-in.js";
import { createUserLog } from "./user-log.js";

/** Failed tries to sign in from one address in a minute. */
const failuresPerMinute = 30;

interface SignInParts {
  known: RecentAddresses;
  browsers: KnownBrowsers;
  lines: PasswordQueues;
}

/** `/app/sign-in`, `/app/sign-out`, and `/app` itself. Source: api/README.md, "The web application". */
export const signInPages = (deps: AppDeps, redis: Redis, { known, browsers, lines }: SignInParts) => {
  const { people, config, macKeys } = deps;
  const tell = createUserLog(deps);
  const limiter = createWindowLimiter(redis, "failed-sign-ins", failuresPerMinute);
  const refuse = (c: Context<AppEnv>, refusal: string, status: 400 | 429) => {
    const form = c.get("form");
    const to = safePath(text(form, "to"));
    const kept = text(form, "kept");
    const page = (
      <SignIn
        csrf={c.get("csrf")}
        email={text(form, "email")}
        refusal={refusal}
        {...(to && { to })}
        {...(kept && { kept })}
      />
    );
    return showPlain(c, "Iniciar sesión", page, status);
  };

  return new Hono<AppEnv>()
    .get("/", async (c) => {
      const session = c.get("session");
      if (!session) return c.redirect("/app/sign-in", 303);
      const [memberships, invitations] = await Promise.all([
        listMemberships(people, session.personId),
        listOpenInvitations(people, session.personId),
      ]);
      const [first, second] = memberships;
      if (first && !second && invitations.length === 0)
        return c.redirect(`/app/${first.companyCode}/${lastEnvironment(c)}`, 303);
      const listed = { csrf: c.get("csrf"), memberships, invitations, environment: lastEnvironment(c) };
      return showPlain(c, "Elegí una empresa", <Companies {...listed} />);
    })

    .get("/sign-in", (c) => {
      const to = safePath(c.req.query("to"));
      if (c.get("session")) return c.redirect(to ?? "/app", 303);
      return showPlain(c, "Iniciar sesión", <SignIn csrf={c.get("csrf")} {...(to && { to })} />);
    })

    .post("/sign-in", async (c) => {
      const form = c.get("form");
      const account = { email: text(form, "email") };
      const visitor = visitorOf(c, config.TRUST_PROXY);
      const { address } = visitor;
      try {
        await limiter.consume(address);
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes)) throw reason;
        await tell(c, "refused_for_address", account);
        c.header("Retry-After", secondsLeft(reason));
        return refuse(c, "Hubo demasiados intentos desde tu conexión. Esperá un minuto y probá de nuevo.", 429);
      }
      const { email } = account;
      const entered = await lines
        .toSignIn({ address, name: email, knownPersonId: await browsers.find(c) }, () =>
          signIn(people, { email, password: secretText(form, "password"), visitor }, (task) =>
            afterAnswer(c, deps.log, task),
          ),
        )
        .catch(orQueueFull);
      if (entered === "full") {
        // Nobody looked at the password, so it is no failure.
        await limiter.reward(address).catch(() => undefined);
        c.header("Retry-After", `${retryAfterSeconds}`);
        return refuse(c, inBoth(fullLine), 429);
      }
      if ("refused" in entered) {
        await tell(c, entered.refused === "wrong" ? "wrong_password" : "refused_as_locked", account);
        if ("isLast" in entered && entered.isLast) await tell(c, "locked", account);
        return refuse(c, refusals[entered.refused], 400);
      }
      await tell(c, "signed_in", account);
      await Promise.all([limiter.reward(address).catch(() => undefined), known.remember(address, email)]);

      // Whatever cookie the browser had before is worth nothing from here on.
      const before = readSecret(c);
      if (before !== undefined) {
        await endSession(people, before);
        keepBefore(c, before, config.TRUST_PROXY);
      }
      giveSecret(c, entered.secret, config.TRUST_PROXY);
      await browsers.remember(c, entered.personId);
      const kept = restoreForm(text(form, "kept"));
      if (kept) {
        const csrf = csrfOf(await macKeys("forms of the web application"), entered.secret);
        return showPlain(c, "Seguí donde estabas", <Resume kept={kept} csrf={csrf} />);
      }
      return c.redirect(safePath(text(form, "to")) ?? "/app", 303);
    })

    .post("/sign-out", async (c) => {
      const secret = readSecret(c);
      if (secret !== undefined) {
        await endSession(people, secret);
        keepBefore(c, secret, config.TRUST_PROXY);
      }
      const session = c.get("session");
      if (session) await tell(c, "signed_out", { personId: session.personId });
      giveNewSecret(c, config.TRUST_PROXY);
      return c.redirect("/app/sign-in", 303);
    });
};

const refusals = {
  wrong: "El correo o la contraseña no son correctos.",
  locked: "Hubo demasiados intentos con este correo. Esperá 15 minutos, o pedí una contraseña nueva.",
};
