import { linkPath } from "../shared/db/people/links.js";
import type { DuePersonMail } from "../shared/db/people/mails.js";
import type { Log } from "../shared/logging/log.js";
import type { PersonMailUrls } from "./compose-person-mail.js";
import { isDeliverable } from "./deliverable.js";
import { type DispatchDeps, dispatch, failMail } from "./dispatch.js";
import type { Message } from "./message.js";

export interface MailPeopleDeps extends DispatchDeps {
  /** Where people reach the application. Without it their mails wait. */
  appUrl: string | undefined;
  dueMails(limit: number): Promise<DuePersonMail[]>;
  /** Whether the mailers' rate lets another mail go in this minute. */
  mayMail(): Promise<boolean>;
  /** Gives the secret of a new link of the person: that of a company's invitation, or to choose a new password. */
  makeLink(personId: number, companyId: number | null): Promise<string>;
  compose(mail: DuePersonMail, urls: PersonMailUrls): Message | Promise<Message>;
  log: Log;
}

const maxAtOnce = 50;

/** Gives what mails the people whose mails are due, until `stopping`. Several mailers may do this at the same time. */
export function mailPeople(deps: MailPeopleDeps): (stopping?: AbortSignal) => Promise<void> {
  const { appUrl, dueMails, log } = deps;
  if (appUrl !== undefined)
    return async (stopping) => {
      for (const mail of await dueMails(maxAtOnce)) {
        if (stopping?.aborted || !(await deps.mayMail())) return;
        await send(deps, appUrl, mail);
      }
    };

  let isSaid = false;
  return async () => {
    if (isSaid || (await dueMails(1)).length === 0) return;
    log.warn("mails to people wait, because their links need the application's address; set APP_URL");
    isSaid = true;
  };
}

async function send(deps: MailPeopleDeps, appUrl: string, mail: DuePersonMail): Promise<void> {
  const { id, kind, personId, email } = mail;
  const ending = isDeliverable(email)
    ? await dispatch(deps, id, async () => deps.compose(mail, await urlsOf(deps, appUrl, mail)))
    : await failMail(deps.outgoing, id, "mail cannot be sent to this address");
  deps.log.info({ personMailId: id, personId, kind, ...ending }, "mail to a person");
}

/** The secret of a link is made for this try, and is nowhere but in this mail. */
async function urlsOf({ makeLink }: MailPeopleDeps, appUrl: string, mail: DuePersonMail): Promise<PersonMailUrls> {
  const { kind, personId, companyId } = mail;
  const hasLink = kind !== "password-changed";
  return {
    forgot: `${appUrl}/app/forgot`,
    link: hasLink ? `${appUrl}${linkPath(await makeLink(personId, companyId))}` : null,
  };
}
