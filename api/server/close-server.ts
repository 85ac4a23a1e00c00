import type { Server } from "node:http";

const lookEveryMs = 50;

/** Refuses new connections and ends when the last request is answered; a connection that is kept alive for more is not waited for. */
export async function closeServer(server: Server): Promise<void> {
  const closing = setInterval(() => server.closeIdleConnections(), lookEveryMs);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(closing);
}
