import { hasPeople } from "../../../shared/db/people/people.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { type CheckResult, failed, passed } from "./check.js";

/** Whether mails to people can have links. Of no concern while nobody uses the web application. */
export async function checkPeople(db: Database, appUrl: string | undefined): Promise<CheckResult> {
  const name = "people";
  if (appUrl !== undefined) return passed(name, `they reach the application at ${appUrl}`);
  if (!(await hasPeople(db))) return passed(name, "there are none");
  return failed(
    name,
    "APP_URL is not set: invitations and links to new passwords wait",
    "Set APP_URL, for the mailer too, to where people reach the application: https://facturas.example.com",
  );
}
