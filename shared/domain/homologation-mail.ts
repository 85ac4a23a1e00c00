import { mailboxOf } from "./mail-address.js";

/**
 * Who may get a company's vouchers of homologation by e-mail: anybody, addresses of the account's domain, or only the account's own
 * address. If the account is at a public mail service, everybody there has an address of its domain.
 */
export const homologationMails = ["any", "domain", "own"] as const;
export type HomologationMail = (typeof homologationMails)[number];

/** Why a voucher of homologation may not be mailed to this address; undefined when it may. */
export function refusedInHomologation(
  email: string,
  { accountEmail, homologationMail }: { accountEmail: string | null; homologationMail: HomologationMail },
): string | undefined {
  if (homologationMail === "any") return undefined;
  const partOf = homologationMail === "own" ? mailboxOf : domainOf;
  if (accountEmail !== null && partOf(email) === partOf(accountEmail)) return undefined;
  const allowed = homologationMail === "own" ? "the account's address" : "addresses of the account's domain";
  return `in homologation this company mails ${allowed} only`;
}

function domainOf(email: string): string {
  const mailbox = mailboxOf(email);
  return mailbox.slice(mailbox.lastIndexOf("@"));
}
