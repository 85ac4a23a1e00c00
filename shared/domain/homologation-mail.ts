import { mailboxOf } from "./mail-address.js";
import { areOfOneHouse } from "./own-domain.js";

/**
 * Allowed recipients of a company's vouchers of homologation: anybody, addresses of the account's domain, or only the account's own
 * address. If the account is at a public mail provider, its domain is not its own, and "domain" is as "own".
 */
export const homologationMails = ["any", "domain", "own"] as const;
export type HomologationMail = (typeof homologationMails)[number];

/** Why a voucher of homologation may not be mailed to this address; undefined when it may. */
export function refusedInHomologation(
  email: string,
  { accountEmail, homologationMail }: { accountEmail: string | null; homologationMail: HomologationMail },
): string | undefined {
  if (homologationMail === "any") return undefined;
  const isAllowed = homologationMail === "own" ? isOneMailbox : areOfOneHouse;
  if (accountEmail !== null && isAllowed(email, accountEmail)) return undefined;
  const allowed = homologationMail === "own" ? "the account's address" : "addresses of the account's domain";
  return `in homologation this company mails ${allowed} only`;
}

const isOneMailbox = (email: string, other: string): boolean => mailboxOf(email) === mailboxOf(other);
