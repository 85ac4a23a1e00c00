import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { projectFolder } from "../../../shared/assets.js";

const folder = path.join(projectFolder, "test", "clients");
const stampFile = path.join(folder, "node_modules", ".talonario-stamp");

/**
 * Installs the published clients unless the folder already matches its lock file. Gives false when the package registry
 * cannot be reached. @throws when npm fails for another reason
 */
export async function installClients(): Promise<boolean> {
  const lock = readFileSync(path.join(folder, "package-lock.json"), "utf8");
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === lock) return true;
  const { NODE_ENV: _, ...env } = process.env;
  try {
    await promisify(execFile)("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder, env });
  } catch (error) {
    if (isUnreachable.test(String(error))) return false;
    throw error;
  }
  writeFileSync(stampFile, lock);
  return true;
}

const isUnreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/;

/** Loads a package of the folder, or a file of one. The type is unchecked: the caller states it. */
export const loadClient = <Module>(name: string): Module =>
  createRequire(path.join(folder, "package.json"))(name) as Module;
