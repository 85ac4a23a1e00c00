import { mailboxOf } from "./mail-address.js";

/**
 * Who may get a company's vouchers of homologation by e-mail: anybody, addresses of the account's domain, or the account's address
 * alone. For an account at a public mail service the domain is the whole world's.
 */
export const homologationMails = ["any", "domain", "own"] as const;
export type HomologationMail = (typeof homologationMails)[number];

/** Why a voucher of homologation may not be mailed to this address; undefined when it may. */
export function refusedInHomologation(
  email: string,
  { accountEmail, homologationMail }: { accountEmail: string | null; homologationMail: HomologationMail },
): string | undefined {
  if (homologationMail === "any") return undefined;
  const compared = homologationMail === "own" ? mailboxOf : domainOf;
  if (accountEmail !== null && compared(email) === compared(accountEmail)) return undefined;
  const allowed = homologationMail === "own" ? "the account's address" : "addresses of the account's domain";
  return `in homologation this company mails ${allowed} only`;
}

function domainOf(email: string): string {
  const mailbox = mailboxOf(email);
  return mailbox.slice(mailbox.lastIndexOf("@"));
}
