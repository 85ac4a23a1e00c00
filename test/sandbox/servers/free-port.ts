import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ephemeral ports of every system, so that no outgoing connection takes a port before we use it. */
const ownRange = { from: 15_000, to: 30_000 };

/**
 * Finds a TCP port that no process listens on, and reserves it while this process lives. So a server can start on it later, and
 * again after it was killed.
 *
 * To reserve a port, we hold the UDP port with the same number: the system gives that to only one process, and frees it when the
 * process ends in any way.
 *
 * @param range the first port, and the one after the last
 */
export async function findFreePort(range = ownRange): Promise<number> {
  const count = range.to - range.from;
  const start = Math.floor(Math.random() * count);
  for (let step = 0; step < count; step++) {
    const port = range.from + ((start + step) % count);
    // Reserve before trying: the try opens a server for a moment, which could collide with another process's server.
    if ((await claim(port)) && (await isPortFree(port))) return port;
  }
  throw new Error(`no port from ${range.from} to ${range.to} is free`);
}

/** Whether a server can listen on this port, on 127.0.0.1 and on all addresses. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await canListen(port, "127.0.0.1")) && (await canListen(port, undefined));
}

async function claim(port: number): Promise<boolean> {
  const socket = createSocket("udp4").unref();
  try {
    socket.bind({ port, address: "127.0.0.1", exclusive: true });
    await once(socket, "listening");
    return true;
  } catch {
    socket.close();
    return false;
  }
}

function canListen(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
