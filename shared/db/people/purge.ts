import type { Statements } from "../pool/database.js";
import { forgetOldLinks } from "./links.js";
import { forgetOldMails } from "./mails.js";
import { forgetEndedSessions } from "./sessions.js";
import { forgetOldFailures } from "./sign-in-failures.js";

/** Deletes what is of no use any more: ended sessions, old links, failed sign-ins that no longer count, mails older than a month. */
export async function purgePeople(db: Statements): Promise<void> {
  await forgetEndedSessions(db);
  await forgetOldLinks(db);
  await forgetOldFailures(db);
  await forgetOldMails(db);
}
