import { randomUUID } from "node:crypto";
import { type AuthorityClient, createAuthorityClient } from "../operations/reconcile/authority-client.js";
import type { AskAuthority } from "../taxauth/ask-authority.js";
import type { CommandContext } from "./perform.js";

/** Compares with the authority, which a running issuer asks. @throws Error when Redis does not answer */
export async function withAuthority<T>(
  office: CommandContext,
  work: (line: AuthorityClient, askAuthority: AskAuthority) => Promise<T>,
): Promise<T> {
  // Imported only here: a static import would slow down every other command.
  const { openIssuerRequests } = await import("./open-issuer-requests.js");
  const { askAuthority, close } = await openIssuerRequests(office.db, office.config.REDIS_URL);
  try {
    return await work(createAuthorityClient(askAuthority, { requestId: `reconcile-${randomUUID()}` }), askAuthority);
  } finally {
    await close();
  }
}
