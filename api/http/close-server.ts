import type { Server } from "node:http";

const lookEveryMs = 50;

/** Refuses new connections, and resolves when the last request is answered. Idle connections are closed (`keepConnections`). */
export async function closeServer(server: Server): Promise<void> {
  const closing = setInterval(() => server.closeIdleConnections(), lookEveryMs);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(closing);
}
