import { randomUUID } from "node:crypto";
import type { Tenant } from "../../shared/domain/tenant.js";
import type { AuthorityAnswer, AuthorityAsk } from "../../shared/queues/taxauth.js";
import { unavailable } from "../taxauth/authority-suggestions.js";
import type { Office } from "./perform.js";

/** An issuer takes questions at once. */
const takenWithinMs = 10_000;
/** It may wait for the sequence, ask, and send anew, each as long as the authority may take. */
const waitMs = 300_000;

/** One question by way of an issuer, for an operator who waits. @throws Error saying why nobody could be asked */
export async function askIssuer(
  { config }: Pick<Office, "config">,
  tenant: Tenant,
  ask: AuthorityAsk,
): Promise<Exclude<AuthorityAnswer, { outcome: "unavailable" }>> {
  // Loaded when it is asked for, or every other command would wait for it too.
  const { openQuestions } = await import("./open-questions.js");
  const { askAuthority, close } = await openQuestions(config.REDIS_URL);
  try {
    const requestId = `admin-${randomUUID()}`;
    const answer = await askAuthority(tenant, ask, { requestId, waitMs, takenWithinMs });
    if (answer.outcome === "unavailable") throw unavailable(answer.problem);
    return answer;
  } finally {
    await close();
  }
}
