import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { SMTPServer } from "smtp-server";

interface BenchSmtp {
  url: string;
  close(): Promise<void>;
}

const urlOf = (server: { address(): AddressInfo | string | null }) =>
  `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Accepts every message and discards it. */
export async function startForgetfulSmtp(): Promise<BenchSmtp> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData: (stream, _session, done) => void stream.resume().on("end", () => done()),
  });
  server.on("error", () => undefined); // a client that disconnects does not matter here
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  return { url: urlOf(server.server), close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Accepts every connection and never answers. */
export async function startSilentSmtp(): Promise<BenchSmtp> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: urlOf(server),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
