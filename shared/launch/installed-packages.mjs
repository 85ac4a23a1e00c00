import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readJson } from "./read-json.mjs";

/**
 * Whether node_modules matches package-lock.json, for this platform. Checks our own stamp, then npm's record of what it
 * installed, so that a manual `npm ci` counts too.
 */
export function packagesMatch(root) {
  if (!existsSync(path.join(root, "node_modules"))) return false;
  const wanted = currentStamp(root);
  const stamp = readJson(stampFile(root));
  if (stamp && stamp.runtime !== wanted.runtime) return false;
  if (stamp?.lock === wanted.lock) return true;
  if (!recordMatches(root)) return false;
  writeStamp(root);
  return true;
}

/** Call it only after everything was installed. */
export function writeStamp(root) {
  try {
    writeFileSync(stampFile(root), JSON.stringify(currentStamp(root)));
  } catch (error) {
    // Without a stamp, a read-only installation is compared with npm's record at every start.
    if (error.code !== "EACCES" && error.code !== "EROFS") throw error;
  }
}

/** Native modules work only with one ABI version of Node, on one platform. */
const currentStamp = (root) => ({
  lock: createHash("sha256")
    .update(readFileSync(path.join(root, "package-lock.json")))
    .digest("hex"),
  runtime: `node ABI ${process.versions.modules} ${process.platform} ${process.arch}`,
});

const stampFile = (root) => path.join(root, "node_modules", ".talonario-stamp");

function recordMatches(root) {
  const lock = readJson(path.join(root, "package-lock.json"));
  const installed = readJson(path.join(root, "node_modules", ".package-lock.json"));
  if (!lock || !installed) return false;
  return Object.entries(lock.packages).every(([name, { version, optional, os, cpu, libc }]) => {
    const found = installed.packages[name];
    if (name === "" || found?.version === version) return true;
    const fits = allows(os, process.platform) && allows(cpu, process.arch) && !libc;
    return found === undefined && optional === true && !(fits && (os || cpu));
  });
}

const allows = (list, value) =>
  !list || list.includes(value) || (list.every((one) => one.startsWith("!")) && !list.includes(`!${value}`));
