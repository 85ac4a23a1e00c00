import { createHmac } from "node:crypto";
import type { Context } from "hono";
import { Counter } from "prom-client";
import { toSignInName } from "../../../shared/db/people/sign-in-name.js";
import { clientAddress } from "../../middleware/client-address.js";
import type { AppEnv } from "../frame/app-env.js";
import type { AppDeps } from "../frame/deps.js";

/** Event of an account: what somebody did with it, or tried to. */
type Happening =
  | "signed_in"
  | "wrong_password"
  | "locked"
  | "refused_as_locked"
  | "refused_for_address"
  | "signed_out"
  | "password_asked"
  | "password_set"
  | "password_changed";

const userEvents = new Counter({
  name: "talonario_user_events_total",
  help: "Sign-ins of people, failures, locks, and passwords that were asked for, set or changed",
  labelNames: ["event"],
});

// An alert looks for it: a counter that begins with its first event has not risen by it.
userEvents.inc({ event: "locked" satisfies Happening }, 0);

export type UserLog = (
  c: Context<AppEnv>,
  event: Happening,
  account: { email: string } | { personId: number },
) => Promise<void>;

/**
 * Logs and counts it, with the account: by its id where one is known, else by a keyed hash of the name that was typed. Whoever types a
 * password into the wrong field must not find it in a log, and an address is personal.
 */
export const createUserLog =
  ({ log, macKeys, config, people }: AppDeps): UserLog =>
  async (c, event, account) => {
    userEvents.inc({ event });
    const who = "personId" in account ? account : await accountOf(people, macKeys, toSignInName(account.email));
    const client = clientAddress(c, config.TRUST_PROXY);
    const level = event === "locked" ? "warn" : "info";
    log[level]({ requestId: c.get("requestId"), client, event, ...who }, "account");
  };

async function accountOf(people: AppDeps["people"], macKeys: AppDeps["macKeys"], name: string) {
  const [person] = await people.$queryRaw<{ id: number }[]>`SELECT id FROM public.person WHERE email = ${name}`;
  if (person) return { personId: person.id };
  const key = await macKeys("names in the log");
  return { nameHash: createHmac("sha256", key).update(name).digest("base64url").slice(0, 16) };
}
