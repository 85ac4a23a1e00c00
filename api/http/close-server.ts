import type { Server } from "node:http";

const lookEveryMs = 50;

/** Refuses new connections, and resolves when the last request is answered. Idle connections are closed (`keepConnections`). */
export async function closeServer(server: Server): Promise<void> {
  // A turn of the loop later, so that a request that has come is read first: closed unread, it is reset, and a proxy answers 502.
  const closing = setInterval(() => setImmediate(() => server.closeIdleConnections()), lookEveryMs);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(closing);
}
