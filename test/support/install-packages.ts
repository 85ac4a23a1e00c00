import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { projectFolder } from "../../shared/assets/assets.js";
import { claimLock } from "../../shared/launch/process-lock.mjs";
import { waitFor } from "../sandbox/wait-for.js";

/**
 * Installs what a folder's package.json of its own names, unless it already matches its lock file. Gives false when the package registry
 * cannot be reached. @throws when npm fails for another reason
 */
export async function installPackages(folder: string, ...options: string[]): Promise<boolean> {
  const lock = await waitFor(() => claim(folder), { message: `the installation in ${folder}`, timeoutMs: 150_000 });
  try {
    return await installOnce(folder, options);
  } finally {
    lock.release();
  }
}

/** Files of tests run side by side, and may want the same packages. */
function claim(folder: string) {
  const claimed = claimLock(path.join(projectFolder, ".cache", `install-${path.basename(folder)}.lock`));
  return claimed.release !== undefined && claimed;
}

async function installOnce(folder: string, options: string[]): Promise<boolean> {
  const stampFile = path.join(folder, "node_modules", ".talonario-stamp");
  const lock = readFileSync(path.join(folder, "package-lock.json"), "utf8");
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === lock) return true;
  const { NODE_ENV: _, ...env } = process.env;
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", ...options];
  try {
    await promisify(execFile)("npm", args, { cwd: folder, env });
  } catch (error) {
    if (isUnreachable.test(String(error))) return false;
    throw error;
  }
  writeFileSync(stampFile, lock);
  return true;
}

const isUnreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/;
