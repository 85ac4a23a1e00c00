import addressparser from "nodemailer/lib/addressparser";

const longest = 254;

/**
 * Whether the text is one plain address and nothing else: nothing that could name a second recipient or end a header. Uses the
 * parser of the library that sends the mail. Source: RFC 5321, section 4.5.3.1.3.
 */
export function isDeliverable(email: string): boolean {
  if (email.length > longest || /[\s\p{Cc}]/u.test(email)) return false;
  const [parsed, ...others] = addressparser(email);
  if (!parsed || others.length > 0 || "group" in parsed || parsed.name !== "" || parsed.address !== email) return false;
  const [local, domain, ...rest] = email.split("@");
  return Boolean(local) && Boolean(domain) && rest.length === 0;
}
