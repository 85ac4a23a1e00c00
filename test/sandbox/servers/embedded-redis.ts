import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Running, spawnService } from "../spawn-service.js";
import { waitForService } from "../wait-for-service.js";
import { findFreePort } from "./free-port.js";
import { findRedis } from "./redis-binary.js";

export interface RedisOptions {
  /** The folder of the append-only file. Without it, data is lost at the end. */
  folder?: string | undefined;
  port?: number | undefined;
  /** The address to listen on. It must include 127.0.0.1, the default, which clients use. */
  host?: string;
  onSpawn?: ((pid: number) => void) | undefined;
}

export interface Redis extends Running {
  url: string;
}

/**
 * Starts a Redis server on 127.0.0.1 that never evicts, and returns when it answers. It has 1024 databases, so that each test can
 * have its own.
 * @throws Error with the server's last log lines when it does not start
 */
export async function startRedis({ folder, port, host = "127.0.0.1", onSpawn }: RedisOptions = {}): Promise<Redis> {
  const { command, env } = await findRedis();
  const base = folder ?? mkdtempSync(path.join(tmpdir(), "talonario-redis-"));
  const removeTemporary = () => folder === undefined && rmSync(base, { recursive: true, force: true });
  mkdirSync(base, { recursive: true });
  const logFile = path.join(base, "server.log");
  const serverPort = port ?? (await findFreePort());
  try {
    const server = spawnService({
      command,
      args: Object.entries({
        bind: host,
        "protected-mode": "no",
        port: `${serverPort}`,
        dir: base,
        databases: "1024",
        "maxmemory-policy": "noeviction",
        save: "",
        appendonly: folder === undefined ? "no" : "yes",
      }).flatMap(([name, value]) => [`--${name}`, value]),
      env,
      cwd: base,
      logFile,
      onSpawn,
    });
    await waitForService(server, () => answersPing(serverPort), { name: "Redis", logFile });

    const stop = async () => {
      await server.stop();
      removeTemporary();
    };
    return { ...server, stop, url: `redis://127.0.0.1:${serverPort}` };
  } catch (error) {
    removeTemporary();
    throw error;
  }
}

/** While a server loads its append-only file, it answers with an error. */
function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    socket.setTimeout(1_000, () => socket.destroy());
    socket.once("data", (reply) => {
      resolve(reply.toString().startsWith("+PONG"));
      socket.destroy();
    });
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
  });
}
