import { createTransport } from "nodemailer";
import { type SmtpTlsMode, smtpTlsOf } from "../shared/config/smtp-tls.js";
import type { Message } from "./message.js";

/** The result of sending a message to the SMTP server. `answer` is the server's answer, or our description of what failed. */
export interface DeliveryResult {
  outcome:
    | "accepted"
    /** The server will never accept this message or this recipient. */
    | "refused"
    /** Certainly not accepted; to be tried again. */
    | "later"
    /** The server had the whole message, but its answer never came. */
    | "unknown";
  answer: string;
  /** Only for the log: it may name hosts. */
  error?: unknown;
}

export interface MailDelivery {
  deliver(message: Message): Promise<DeliveryResult>;
  close(): void;
}

interface DeliveryOptions {
  connections: number;
  /** For `smtp://`; without it, what `smtpTlsOf` says. */
  tls?: SmtpTlsMode | undefined;
  /** The timeout for a greeting or an answer. */
  timeoutMs: number;
}

/** Keeps up to `connections` connections to the SMTP server open. Messages cannot make it read files or URLs. */
export function openDelivery(smtpUrl: string, { connections, tls, timeoutMs }: DeliveryOptions): MailDelivery {
  const mode = smtpTlsOf(smtpUrl, tls);
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: mode === "required",
    ignoreTLS: mode === "off",
    pool: true,
    maxConnections: connections,
    connectionTimeout: Math.min(timeoutMs, 10_000),
    greetingTimeout: Math.min(timeoutMs, 10_000),
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.on("error", () => undefined); // sendMail rejects with the error

  // The message is read only after the server asks for it. Once it is read to its end, the server may have all of it.
  transport.use("stream", ({ data, message }, next) => {
    const open = message.createReadStream.bind(message);
    message.createReadStream = (options) => open(options).once("end", (data as WatchedMessage).onHandedOver);
    next();
  });

  return {
    async deliver(message) {
      let wasHandedOver = false;
      const onHandedOver = () => {
        wasHandedOver = true;
      };
      // An answer that trickles in keeps the socket from timing out, so there is an overall timeout, too.
      const signal = AbortSignal.timeout(5 * timeoutMs);
      try {
        const watched: WatchedMessage = { ...message, onHandedOver, signal };
        return { outcome: "accepted", answer: (await transport.sendMail(watched)).response };
      } catch (error) {
        return { ...readFailure(error, wasHandedOver), error };
      }
    },
    close: () => transport.close(),
  };
}

interface WatchedMessage extends Message {
  onHandedOver(): void;
  signal: AbortSignal;
}

/** The properties of nodemailer's errors. */
interface SmtpFailure {
  code?: string;
  /** Our command that the server answered. */
  command?: string;
  response?: string;
  responseCode?: number;
}

/** A code of the server decides. Without one it matters whether the server may have the message. */
export function readFailure(
  error: unknown,
  wasHandedOver: boolean,
): { outcome: "refused" | "later" | "unknown"; answer: string } {
  const { code, command, response, responseCode } = error instanceof Error ? (error as Error & SmtpFailure) : {};
  const isAboutMessage = code === "EENVELOPE" || code === "EMESSAGE";

  if (responseCode !== undefined) {
    // A refused login, greeting or sender says nothing about this message: the operator must correct the settings.
    const isFinal = isAboutMessage && responseCode >= 500 && command !== "MAIL FROM";
    return { outcome: isFinal ? "refused" : "later", answer: response ?? `${responseCode}` };
  }
  if (wasHandedOver) return { outcome: "unknown", answer: "the answer of the mail server was lost" };
  if (isAboutMessage) return { outcome: "refused", answer: "the message or its address cannot be sent" };
  return { outcome: "later", answer: "the mail server could not be reached" };
}
