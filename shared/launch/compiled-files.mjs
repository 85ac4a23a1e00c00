import { createHash } from "node:crypto";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";

const folders = ["api", "issuer", "renderer", "mailer", "shared", "test"];
const files = ["prisma.config.ts", "vitest.config.ts"];
const settings = ["tsconfig.json", "package-lock.json"];

/** A hash of the paths, sizes and times of all sources of the build. */
export function sourcesFingerprint(root) {
  const hash = createHash("sha256");
  for (const file of [...listSources(root), ...settings]) {
    const { size, mtimeMs } = statSync(path.join(root, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

/** Whether every source has its compiled file. */
export const isCompiled = (root) => listSources(root).every((file) => existsSync(compiledFile(root, file)));

/**
 * Removes the compiled files of deleted sources. When compiled files are missing, also removes the compiler's build info: with
 * it, the compiler would not write those files again.
 */
export function cleanCompiled(root) {
  const dist = path.join(root, "dist");
  const expected = new Set(listSources(root).map((file) => compiledFile(root, file)));
  for (const file of listFiles(dist, "")) {
    const compiled = path.join(dist, file.replace(/\.map$/, ""));
    if (/\.js(\.map)?$/.test(file) && !expected.has(compiled)) rmSync(path.join(dist, file));
  }
  if (!isCompiled(root)) rmSync(path.join(dist, ".tsbuildinfo"), { force: true });
}

const compiledFile = (root, source) => path.join(root, "dist", source.replace(/tsx?$/, "js"));

const listSources = (root) =>
  [
    ...folders.flatMap((folder) => listFiles(root, folder)),
    ...files.filter((file) => existsSync(path.join(root, file))),
  ]
    .filter((file) => /\.(m?ts|tsx)$/.test(file) && !/\.d\.m?ts$/.test(file))
    .sort();

function listFiles(root, folder) {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : listFiles(root, file);
    return entry.isFile() ? [file] : [];
  });
}
