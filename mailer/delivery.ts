import { createTransport } from "nodemailer";
import type { Message } from "./message.js";
import { readFailure } from "./read-failure.js";

/** What became of handing a message to the SMTP server; `answer` is the server's own, or says in our words what came instead. */
export interface Delivered {
  outcome:
    | "accepted"
    /** The server will never take this message or this recipient. */
    | "refused"
    /** Certainly not taken, and to be tried again. */
    | "later"
    /** The server had all of it, but its answer never came. */
    | "unknown";
  answer: string;
  /** For the log alone: it may name hosts. */
  error?: unknown;
}

export interface Delivery {
  deliver(message: Message): Promise<Delivered>;
  close(): void;
}

interface DeliveryOptions {
  connections: number;
  /** The longest wait for a greeting or an answer. */
  timeoutMs: number;
}

/** Keeps up to `connections` connections to the SMTP server open. Messages name neither files nor URLs to be read. */
export function openDelivery(smtpUrl: string, { connections, timeoutMs }: DeliveryOptions): Delivery {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connections,
    connectionTimeout: Math.min(timeoutMs, 10_000),
    greetingTimeout: Math.min(timeoutMs, 10_000),
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.on("error", () => undefined); // whoever sends is told by the error of the sending

  // The connection reads the message only once the server asks for it: read to its end, the server may have all of it.
  transport.use("stream", ({ data, message }, next) => {
    const open = message.createReadStream.bind(message);
    message.createReadStream = (options) => open(options).once("end", (data as Watched).onHandedOver);
    next();
  });

  return {
    async deliver(message) {
      let wasHandedOver = false;
      const onHandedOver = () => {
        wasHandedOver = true;
      };
      // An answer that trickles in keeps a connection from timing out.
      const signal = AbortSignal.timeout(5 * timeoutMs);
      try {
        const watched: Watched = { ...message, onHandedOver, signal };
        return { outcome: "accepted", answer: (await transport.sendMail(watched)).response };
      } catch (error) {
        return { ...readFailure(error, wasHandedOver), error };
      }
    },
    close: () => transport.close(),
  };
}

interface Watched extends Message {
  onHandedOver(): void;
  signal: AbortSignal;
}
