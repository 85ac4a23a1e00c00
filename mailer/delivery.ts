import { createTransport } from "nodemailer";
import type { Message } from "./compose.js";

export interface Delivery {
  /** @throws Error as nodemailer gives it: see `readRefusal`. */
  deliver(message: Message): Promise<string>;
  close(): void;
}

/** Keeps up to `connections` connections to the SMTP server open. Messages name neither files nor URLs to be read. */
export function openDelivery(smtpUrl: string, connections: number): Delivery {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connections,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.on("error", () => undefined); // whoever sends is told by the error of the sending
  return {
    deliver: async (message) => (await transport.sendMail(message)).response,
    close: () => transport.close(),
  };
}

/** One plain address: nothing that could name a second recipient or end a header. */
export const isDeliverable = (email: string): boolean =>
  email.length <= 254 && /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u.test(email);

/**
 * Why the server will never take this message or this recipient (5xx); undefined when it is to be tried again: 4xx, no
 * connection, or a refused login, which says nothing about the message.
 */
export function readRefusal(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const { code } = error;
  const responseCode = "responseCode" in error ? Number(error.responseCode) : undefined;
  if (code !== "EENVELOPE" && code !== "EMESSAGE") return undefined;
  if (responseCode !== undefined && responseCode < 500) return undefined;
  return "response" in error && typeof error.response === "string" ? error.response : error.message;
}
