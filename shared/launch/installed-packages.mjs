import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Whether node_modules holds what package-lock.json says, for this platform: by our own stamp, else by npm's own record of what it installed,
 * so that an `npm ci` made by hand counts too.
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

/** Written only after everything was installed. */
export function writeStamp(root) {
  try {
    writeFileSync(stampFile(root), JSON.stringify(currentStamp(root)));
  } catch (error) {
    // A read-only installation is looked through at every start instead.
    if (error.code !== "EACCES" && error.code !== "EROFS") throw error;
  }
}

/** Native modules fit one module version of Node on one platform. */
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

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
