import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectFolder } from "../../shared/assets/assets.js";
import { type AuthorityControl, controlAuthority } from "../authority/control-client.js";
import { lastLines, spawnService } from "../sandbox/spawn-service.js";
import { waitFor } from "../sandbox/wait-for.js";
import { profileTo } from "./profile.js";

export interface AuthorityProcess {
  url: string;
  control: AuthorityControl;
  pid: number;
  stop(): Promise<void>;
}

/** Starts the simulated authority as a separate process, so that it does not share a thread with the benchmark. */
export async function startAuthorityProcess(): Promise<AuthorityProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-authority-"));
  const logFile = path.join(folder, "authority.log");
  const { pid, stop } = spawnService({
    command: process.execPath,
    args: [...profileTo("authority"), path.join("dist", "test", "authority", "main.js"), "--json"],
    env: { PATH: process.env.PATH, NODE_ENV: "production" },
    cwd: projectFolder,
    logFile,
  });
  const url = await waitFor(() => /"url":"([^"]+)"/.exec(readFileSync(logFile, "utf8"))?.[1], {
    message: "the simulated authority to be ready",
  }).catch(async (cause) => {
    await stop();
    throw new Error(`the simulated authority did not start:\n${lastLines(logFile)}`, { cause });
  });
  return {
    url,
    control: controlAuthority(`${url}/control`),
    pid,
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
