import { createHash } from "node:crypto";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { programs } from "./programs.mjs";
import { readJson } from "./read-json.mjs";

const folders = ["api", "issuer", "renderer", "mailer", "shared", "test"];
const inLaunch = (name) => `shared/launch/${name}.mjs`;
/** What decides how sources become bundles. */
const settings = [
  "tsconfig.json",
  "package-lock.json",
  ...["bundle", "compiled-files", "own-maps", "process-lock", "process-table"].map(inLaunch),
  ...["programs", "read-json", "shipped-packages"].map(inLaunch),
];

/** A hash of the paths, sizes and times of all sources of the build. */
export function sourcesFingerprint(root) {
  const hash = createHash("sha256");
  for (const file of [...listSources(root), ...settings.filter((name) => existsSync(path.join(root, name)))]) {
    const { size, mtimeMs } = statSync(path.join(root, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

/** The file of a program. */
export const programFile = (root, program) => path.join(root, "dist", `${program}.js`);

/** Whether every program was built. */
export const isCompiled = (root) =>
  existsSync(path.join(root, bundlesFile)) && programs.every((program) => existsSync(programFile(root, program)));

/** Which files belong to which bundle, and what is in them. */
export const bundlesFile = path.join("dist", "bundles.json");

/**
 * What the last build made, by the folder of the bundle. Places are those of package-lock.json.
 * @returns {Record<string, { ships: boolean, files: string[], inside: string[], outside: string[] }>}
 */
export const readBundles = (root) => readJson(path.join(root, bundlesFile)) ?? {};

/**
 * Removes from dist the code that neither this build nor the one before it made. A process that started before this build may
 * still load a part of the one before.
 */
export function removeOld(root, made) {
  const kept = new Set(
    [made, readBundles(root)].flatMap((built) => Object.values(built).flatMap(({ files }) => files)),
  );
  for (const file of listFiles(root, "dist"))
    if (/\.js(\.map)?$/.test(file) && !kept.has(file)) rmSync(path.join(root, file));
}

const listSources = (root) =>
  folders
    .flatMap((folder) => listFiles(root, folder))
    .filter((file) => /\.(m?ts|tsx|mjml)$/.test(file) && !/\.d\.m?ts$/.test(file))
    .sort();

function listFiles(root, folder) {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : listFiles(root, file);
    return entry.isFile() ? [file] : [];
  });
}
