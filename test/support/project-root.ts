import { existsSync } from "node:fs";
import path from "node:path";

function findUp(folder: string): string {
  if (existsSync(path.join(folder, "package.json"))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error("package.json was not found in any parent folder");
  return findUp(parent);
}

/** The folder of package.json: the same for the sources and for what was compiled to dist. */
export const projectRoot = findUp(import.meta.dirname);
