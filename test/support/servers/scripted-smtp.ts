import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

type Step = "rcpt" | "data";

/** What the server does with a message. Default: accept it. `data` acts when the whole message has arrived. */
export type Behaviour =
  | { refuse: number; at: Step }
  /** Closes the connection. */
  | { drop: Step }
  /** Delays the answer. */
  | { delayMs: number; at: Step };

export interface ReceivedMail {
  to: string;
  messageId: string;
  email: Email;
  /** The time of arrival by `performance.now()`. */
  atMs: number;
  /** Whether it came over TLS. */
  secured: boolean;
  /** What the sender was answered. `lost`: the server has the message but sent no answer. */
  told: "taken" | "refused" | "lost";
}

export interface ScriptedSmtp extends AsyncDisposable {
  url: string;
  /** In order of arrival, including refused ones. */
  received: ReceivedMail[];
  /** The highest number of connections that were open at once. */
  maxConnections(): number;
  /** Closes every open connection. */
  hangUp(): void;
  close(): Promise<void>;
}

/**
 * An SMTP server that treats each message as `behave` says for its recipient. `behave` is called once per message. It offers STARTTLS
 * if it has an identity.
 */
export async function startScriptedSmtp(
  behave: (address: string) => Behaviour | undefined = () => undefined,
  identity?: { key: string; cert: string },
): Promise<ScriptedSmtp> {
  const received: ReceivedMail[] = [];
  const behaviours = new Map<string, Behaviour | undefined>();
  const sockets = new Set<Socket>();
  let maxConnections = 0;

  const server = new SMTPServer({
    authOptional: true,
    ...(identity ?? { disabledCommands: ["STARTTLS"] }),
    disableReverseLookup: true,
    closeTimeout: 100,
    async onRcptTo({ address }, session, done) {
      const behaviour = behave(address);
      behaviours.set(session.id, behaviour);
      if (behaviour && "drop" in behaviour && behaviour.drop === "rcpt") return hangUpOn(session.id);
      await delay(behaviour, "rcpt");
      done(refusalOf(behaviour, "rcpt"));
    },
    async onData(stream, session, done) {
      const source = await buffer(stream).catch(() => undefined);
      if (!source) return; // the sender died while sending
      const email = await PostalMime.parse(source);
      const behaviour = behaviours.get(session.id);
      const isLost = behaviour !== undefined && "drop" in behaviour;
      const refusal = refusalOf(behaviour, "data");
      const [recipient] = session.envelope.rcptTo;
      received.push({
        to: recipient?.address ?? "",
        messageId: email.messageId ?? "",
        email,
        atMs: performance.now(),
        secured: session.secure,
        told: isLost ? "lost" : refusal ? "refused" : "taken",
      });
      if (isLost) return hangUpOn(session.id);
      await delay(behaviour, "data");
      done(refusal);
    },
  });
  server.on("error", () => undefined); // a client that disconnects is no error here
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    maxConnections = Math.max(maxConnections, sockets.size);
    socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
  });

  function hangUpOn(sessionId: string): void {
    for (const connection of (server as unknown as { connections: Set<Connection> }).connections)
      if (connection.session.id === sessionId) connection._socket.destroy();
  }

  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  const close = async () => {
    hangUp();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    maxConnections: () => maxConnections,
    hangUp,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The internals of smtp-server's connection that we use. */
interface Connection {
  session: { id: string };
  _socket: Socket;
}

function refusalOf(behaviour: Behaviour | undefined, at: Step): Error | null {
  if (!behaviour || !("refuse" in behaviour) || behaviour.at !== at) return null;
  return Object.assign(new Error(`scripted at ${at}`), { responseCode: behaviour.refuse });
}

async function delay(behaviour: Behaviour | undefined, at: Step): Promise<void> {
  if (behaviour && "delayMs" in behaviour && behaviour.at === at) await sleep(behaviour.delayMs);
}
