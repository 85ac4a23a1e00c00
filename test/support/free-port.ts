import { createServer } from "node:net";

// A port is free again as soon as it was found; remembering it keeps two callers of one process apart.
const handedOut = new Set<number>();

/** A TCP port of 127.0.0.1 that nobody listens on and that this process has not been given before. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = await listenOnce(0, "127.0.0.1");
    if (!handedOut.has(port)) {
      handedOut.add(port);
      return port;
    }
  }
}

/** Whether a server may listen on this port, on 127.0.0.1 and on every address. */
export async function isPortFree(port: number): Promise<boolean> {
  try {
    await listenOnce(port, "127.0.0.1");
    await listenOnce(port, undefined);
    return true;
  } catch {
    return false;
  }
}

function listenOnce(port: number, host: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const found = typeof address === "object" && address ? address.port : port;
      server.close(() => resolve(found));
    });
  });
}
