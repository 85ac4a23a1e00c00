import { mailboxOf } from "./mail-address.js";
import { publicMailDomains, publicMailFamilies } from "./public-mail-domains.js";

/**
 * The domain of an address, with its "@", where it belongs to whoever has the address: their company's. Undefined at a public mail
 * provider, whose customers have nothing to do with each other.
 */
function ownDomain(email: string): string | undefined {
  const mailbox = mailboxOf(email);
  const domain = mailbox.slice(mailbox.lastIndexOf("@") + 1);
  const isPublic = publicMailDomains.has(domain) || publicMailFamilies.test(domain);
  return isPublic ? undefined : `@${domain}`;
}

/** Whether two addresses are one mailbox, or of one domain that is their own. */
export function areOfOneHouse(email: string, other: string): boolean {
  if (mailboxOf(email) === mailboxOf(other)) return true;
  const domain = ownDomain(email);
  return domain !== undefined && domain === ownDomain(other);
}
