/** A message as nodemailer takes it. */
export interface Message {
  from: string;
  to: { name: string; address: string };
  subject: string;
  messageId: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  attachments: { filename: string; content: Buffer; contentType: string }[];
}

/** Keeps holiday answers from coming back. Source: RFC 3834, section 5. */
export const automatic = { "Auto-Submitted": "auto-generated" };

/** What goes into a header is one line, whatever was sent. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/ +/g, " ")
    .trim();

export const paragraphs = (texts: (string | null)[]): string =>
  `${texts.filter((text) => text !== null && text !== "").join("\n\n")}\n`;

/** `<what@domain>`, the domain being the sender's: the same every time for the same message. */
export function messageIdOf(what: string, from: string): string {
  const domain = /@([A-Za-z0-9.-]+)>?$/.exec(from)?.[1] ?? "localhost";
  return `<${what}@${domain}>`;
}
