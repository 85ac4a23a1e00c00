/** A message as nodemailer takes it. */
export interface Message {
  from: string | { name: string; address: string };
  replyTo?: string;
  to: { name: string; address: string };
  subject: string;
  messageId: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  attachments: { filename: string; content: Buffer; contentType: string }[];
}

/** Prevents automatic replies, such as holiday notices. Source: RFC 3834, section 5. */
export const automatic = { "Auto-Submitted": "auto-generated" };

/** Makes one line of a text, so that it is safe in a header. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/ +/g, " ")
    .trim();

export const paragraphs = (texts: (string | null)[]): string =>
  `${texts.filter((text) => text !== null && text !== "").join("\n\n")}\n`;

/** `<what@domain>` with the sender's domain: always the same for the same message. */
export function messageIdOf(what: string, from: string): string {
  const domain = /@([A-Za-z0-9.-]+)>?$/.exec(from)?.[1] ?? "localhost";
  return `<${what}@${domain}>`;
}
