import { randomUUID } from "node:crypto";
import { type AuthorityLine, createAuthorityLine } from "../operations/reconcile/authority-line.js";
import type { AskAuthority } from "../taxauth/ask-authority.js";
import type { Office } from "./perform.js";

/** Compares with the authority, which a running issuer asks. @throws Error when Redis does not answer */
export async function withLine<T>(
  office: Office,
  work: (line: AuthorityLine, askAuthority: AskAuthority) => Promise<T>,
): Promise<T> {
  // Imported only here: a static import would slow down every other command.
  const { openQuestions } = await import("./open-questions.js");
  const { askAuthority, close } = await openQuestions(office.db, office.config.REDIS_URL);
  try {
    return await work(createAuthorityLine(askAuthority, { requestId: `reconcile-${randomUUID()}` }), askAuthority);
  } finally {
    await close();
  }
}
