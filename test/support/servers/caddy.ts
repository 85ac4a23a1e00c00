import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectFolder } from "../../../shared/assets/assets.js";
import { findFreePort } from "../../sandbox/servers/free-port.js";
import { waitFor } from "../../sandbox/wait-for.js";

/** The proxy of compose.yaml, for the name `localhost` and with a certificate of its own. */
export interface Caddy extends AsyncDisposable {
  httpPort: number;
  httpsPort: number;
}

/** Oldest Caddy that shared/deploy/README.md lets stand in front: Debian 12's own does not even take the Caddyfile. */
const oldest = [2, 11, 2];

/** Whether such a Caddy is installed: the tests with it are left out otherwise. */
export const hasCaddy = (() => {
  try {
    const version = execFileSync("caddy", ["version"], { encoding: "utf8" })
      .replace(/^v/, "")
      .split(/[.\s+-]/)
      .map(Number);
    const differs = oldest.findIndex((number, place) => version[place] !== number);
    return differs === -1 || Number(version[differs]) > Number(oldest[differs]);
  } catch {
    return false;
  }
})();

/** Starts Caddy with the Caddyfile of compose.yaml in front of these ports of 127.0.0.1, and waits until it passes a request on. */
export async function startCaddy(behind: { api: number; pages: number }): Promise<Caddy> {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-proxy-"));
  const [httpPort, httpsPort] = [await findFreePort(), await findFreePort()];
  const caddy = spawn("caddy", ["run", "--config", "shared/deploy/Caddyfile", "--adapter", "caddyfile"], {
    cwd: projectFolder,
    stdio: "ignore",
    env: {
      ...{ PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      ...{ PUBLIC_HOST: "localhost", BASE_PATH: "/api", HTTP_PORT: `${httpPort}`, HTTPS_PORT: `${httpsPort}` },
      ...{ API_HOST: "localhost", API_PORT: `${behind.api}`, APP_HOST: "localhost", APP_PORT: `${behind.pages}` },
    },
  });
  const isAnswering = () =>
    new Promise<boolean>((resolve) => {
      const options = { host: "127.0.0.1", port: httpsPort, servername: "localhost", path: "/docs", agent: false };
      const asked = request({ ...options, rejectUnauthorized: false, headers: { host: "localhost" } }, (answer) =>
        answer.resume().on("end", () => resolve((answer.statusCode ?? 500) < 500)),
      );
      asked.on("error", () => resolve(false)).end();
    });
  await waitFor(isAnswering, { message: "Caddy to answer" });
  return {
    httpPort,
    httpsPort,
    async [Symbol.asyncDispose]() {
      const ended = once(caddy, "exit");
      caddy.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
