import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { type MailStore, openMailStore } from "./mail-store.js";
import { mailboxPage } from "./mailbox-page.js";

export interface MailCatcherOptions {
  /** The folder that keeps messages between starts. Without it, they are only in memory. */
  folder?: string | undefined;
  smtpPort?: number | undefined;
  httpPort?: number | undefined;
}

export interface MailCatcher {
  /** The value for SMTP_URL. */
  smtpUrl: string;
  /** The page that lists the messages. The routes are below it. */
  url: string;
  stop(): Promise<void>;
}

const capacity = 1_000;

/** Accepts every message, delivers none, and shows them over HTTP on 127.0.0.1. Source: test/sandbox/README.md. */
export async function startMailCatcher({ folder, smtpPort, httpPort }: MailCatcherOptions = {}): Promise<MailCatcher> {
  const store = await openMailStore(folder, capacity);
  const smtp = smtpServer(store);
  const http = createServer((request, response) => answer(store, request, response));
  smtp.listen(smtpPort ?? 0, "127.0.0.1");
  http.listen(httpPort ?? 0, "127.0.0.1");
  await Promise.all([once(smtp.server, "listening"), once(http, "listening")]);

  return {
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    url: `http://127.0.0.1:${portOf(http)}`,
    async stop() {
      http.closeAllConnections();
      http.close();
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
    },
  };
}

const portOf = (server: Pick<Server, "address">): number => (server.address() as AddressInfo).port;

function smtpServer(store: MailStore): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    size: 25 * 1024 * 1024,
    closeTimeout: 1_000,
    onAuth: (_auth, _session, done) => done(null, { user: "anyone" }),
    onData: (stream, session, done) => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      buffer(stream)
        .then((source) => store.add(source, recipients))
        .then(
          () => done(null),
          (error: Error) => done(error),
        );
    },
  });
  // Ignore clients that disconnect.
  server.on("error", () => undefined);
  return server;
}

function answer(store: MailStore, request: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
  const route = `${request.method} ${pathname}`;

  if (route === "GET /") {
    send(response, 200, "text/html; charset=utf-8", mailboxPage(store.all()));
  } else if (route === "GET /messages") {
    sendJson(
      response,
      200,
      store.all().map(({ message }) => message),
    );
  } else if (route === "DELETE /messages") {
    store.clear();
    sendJson(response, 200, []);
  } else {
    answerPart(store, route, response);
  }
}

/** Answers with a message's source, or with one of its attachments, counted from 0. */
function answerPart(store: MailStore, route: string, response: ServerResponse): void {
  const [, id, part] = route.match(/^GET \/messages\/(\d+)\/(source|attachments\/\d+)$/) ?? [];
  const mail = store.find(Number(id));
  const index = Number(part?.split("/")[1]);
  const attachment = mail?.message.attachments[index];
  const content = mail?.contents[index];

  if (mail && part === "source") {
    send(response, 200, "text/plain; charset=utf-8", mail.source);
  } else if (attachment && content) {
    const name = encodeURIComponent(attachment.filename || `attachment-${index}`);
    response.setHeader("content-disposition", `attachment; filename*=UTF-8''${name}`);
    send(response, 200, attachment.contentType, content);
  } else {
    sendJson(response, 404, { error: "no such message, attachment or route" });
  }
}

const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  send(response, status, "application/json", JSON.stringify(body));

function send(response: ServerResponse, status: number, contentType: string, body: string | Buffer): void {
  response.writeHead(status, {
    "content-type": contentType,
    "content-length": Buffer.byteLength(body),
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
  response.end(body);
}
