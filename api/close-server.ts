import type { ServerType } from "@hono/node-server";

const lookEveryMs = 50;

/** Refuses new connections and ends when the last request is answered; a connection that is kept alive for more is not waited for. */
export async function closeServer(server: ServerType): Promise<void> {
  const closing = setInterval(() => {
    if ("closeIdleConnections" in server) server.closeIdleConnections();
  }, lookEveryMs);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(closing);
}
