import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below every system's ephemeral ports: no outgoing connection takes one of these between its finding and its use. */
const ownRange = { from: 15_000, to: 30_000 };

/**
 * A TCP port that nobody listens on and that no process on this machine is given while this one lives, so that a server
 * may be started on it later, and again after it was killed.
 *
 * A port is claimed by holding the UDP port of the same number: the system gives that to one process alone, and takes it
 * back when the process ends, however it ends.
 *
 * @param range from the first to before the last
 */
export async function findFreePort(range = ownRange): Promise<number> {
  const count = range.to - range.from;
  const start = Math.floor(Math.random() * count);
  for (let step = 0; step < count; step++) {
    const port = range.from + ((start + step) % count);
    // Claimed before it is tried: a try is a server for a moment, which another process's own must not meet.
    if ((await claim(port)) && (await isPortFree(port))) return port;
  }
  throw new Error(`no port from ${range.from} to ${range.to} is free`);
}

/** Whether a server may listen on this port, on 127.0.0.1 and on every address. */
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
