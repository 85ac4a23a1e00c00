import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";

/** Who PostgreSQL runs as when we are root, which it refuses to be: nobody. */
export const nobody = { uid: 65_534, gid: 65_534 };

export const isRoot = process.getuid?.() === 0;

/** Whether any user may walk to this folder: every folder above it and itself can be entered by others. */
export function isReachableByAll(folder: string): boolean {
  const real = realpathSync(folder);
  const parent = path.dirname(real);
  return (statSync(real).mode & 0o001) !== 0 && (parent === real || isReachableByAll(parent));
}

/**
 * The folder itself, or, when we are root and it lies under a private one that "nobody" cannot enter, a lasting stand-in
 * for it under /var/tmp, always the same one for the same folder.
 */
export function reachableFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  if (!isRoot || isReachableByAll(folder)) return path.resolve(folder);

  const name = createHash("sha256").update(realpathSync(folder)).digest("hex").slice(0, 16);
  const standIn = path.join("/var/tmp", `talonario-${name}`);
  mkdirSync(standIn, { recursive: true, mode: 0o755 });
  const found = lstatSync(standIn);
  // Everybody may write to /var/tmp: a folder that another user put there first is not to be trusted.
  if (!found.isDirectory() || found.uid !== 0) throw new Error(`${standIn} belongs to somebody else; remove it`);
  return standIn;
}
