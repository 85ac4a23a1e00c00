import type { Statements } from "../database.js";
import { forgetOldLinks } from "./links.js";
import { forgetOldMails } from "./mails.js";
import { forgetEndedSessions } from "./sessions.js";
import { forgetOldFailures } from "./sign-in-failures.js";

/** Forgets what is of no use any more: ended sessions, links that are too old, failures that count no longer, mails of a month ago. */
export async function purgePeople(db: Statements): Promise<void> {
  await forgetEndedSessions(db);
  await forgetOldLinks(db);
  await forgetOldFailures(db);
  await forgetOldMails(db);
}
