import { parseUrl } from "./parse-url.js";

/** Domain name alone: what stands before a path, a port or a query in a URL has none of these. */
const domainName = /^[\p{L}\p{M}\p{N}.-]+$/u;

/**
 * A mail address as mail servers know it: its domain in ASCII (IDN), and in small letters. As it is when it has no domain.
 * Source: RFC 5890; Fetch Standard, "Host parsing" through `URL`.
 */
export function toAsciiAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  const url = at !== -1 && domainName.test(domain) ? parseUrl(`http://${domain}`) : undefined;
  return url ? `${address.slice(0, at)}@${url.hostname}` : address;
}

/** By which two addresses are one mailbox. */
export const mailboxOf = (address: string): string => toAsciiAddress(address).toLowerCase();
