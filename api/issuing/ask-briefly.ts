import { withTimeout } from "../../shared/concurrency/with-timeout.js";
import type { AuthorityAnswer, AuthorityAsk } from "../../shared/db/issuer-requests/authority-question.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import type { IssuingDeps } from "./deps.js";

const longestWaitMs = 3_000;

/** Asks for what an issuance goes on without. Undefined while the authority does not tell. Never rejects. */
export function askBriefly(
  { askAuthority, config }: Pick<IssuingDeps, "askAuthority" | "config">,
  tenant: Tenant,
  requestId: string,
  ask: AuthorityAsk,
): Promise<AuthorityAnswer | undefined> {
  const waitMs = Math.min(longestWaitMs, config.REQUEST_TIMEOUT_MS / 2);
  return withTimeout(waitMs, askAuthority(tenant, ask, { requestId, waitMs })).catch(() => undefined);
}
