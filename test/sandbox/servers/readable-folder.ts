import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";

/** PostgreSQL refuses to run as root. When we are root, it runs as the system user "nobody". */
export const nobody = { uid: 65_534, gid: 65_534 };

export const isRoot = process.getuid?.() === 0;

/** Whether all users can enter this folder and every folder above it. */
export function isReachableByAll(folder: string): boolean {
  const real = realpathSync(folder);
  const parent = path.dirname(real);
  return (statSync(real).mode & 0o001) !== 0 && (parent === real || isReachableByAll(parent));
}

/**
 * The folder itself. If we are root and the folder is below a private one that "nobody" cannot enter: a replacement under
 * /var/tmp, always the same for the same folder.
 */
export function reachableFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  if (!isRoot || isReachableByAll(folder)) return path.resolve(folder);

  const name = createHash("sha256").update(realpathSync(folder)).digest("hex").slice(0, 16);
  const standIn = path.join("/var/tmp", `talonario-${name}`);
  mkdirSync(standIn, { recursive: true, mode: 0o755 });
  const found = lstatSync(standIn);
  // All users can write to /var/tmp, so we do not trust a folder that another user made there.
  if (!found.isDirectory() || found.uid !== 0) throw new Error(`${standIn} belongs to another user; remove it`);
  return standIn;
}
