import { randomUUID } from "node:crypto";
import type { AuthorityAnswer, AuthorityAsk } from "../../shared/db/issuer-requests/authority-question.js";
import type { Database } from "../../shared/db/pool/database.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import { unavailable } from "../taxauth/authority-suggestions.js";

/** How long a question waits. */
export const patience = {
  /** A running issuer takes a question at once. A question that waits longer shows that none is running. */
  takenWithinMs: 10_000,
  /** The issuer may wait for the sequence, ask the authority and send again. Each step may take the authority's whole timeout. */
  waitMs: 300_000,
};

/** Asks the authority through an issuer and waits for the answer. @throws Error saying why the authority could not be asked */
export async function askIssuer(
  { db, config }: { db: Database; config: { REDIS_URL?: string | undefined } },
  tenant: Tenant,
  ask: AuthorityAsk,
): Promise<Exclude<AuthorityAnswer, { outcome: "unavailable" }>> {
  // Imported only here: a static import would slow down every other command.
  const { openIssuerRequests } = await import("./open-issuer-requests.js");
  const { askAuthority, close } = await openIssuerRequests(db, config.REDIS_URL);
  try {
    const requestId = `admin-${randomUUID()}`;
    const answer = await askAuthority(tenant, ask, { requestId, ...patience });
    if (answer.outcome === "unavailable") throw unavailable(answer.problem);
    return answer;
  } finally {
    await close();
  }
}
