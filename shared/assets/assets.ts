import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The folder that holds package.json. It is the same for the sources and for the bundles under dist. */
export const projectFolder = findProjectFolder(path.dirname(fileURLToPath(import.meta.url)));

function findProjectFolder(folder: string): string {
  if (existsSync(path.join(folder, "package.json"))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error("package.json was not found above the running files");
  return findProjectFolder(parent);
}

/** Reads a text file by its path below the project folder. No bundle has such files inside. */
export const readAsset = (file: string): string => readFileSync(path.join(projectFolder, file), "utf8");

/** The file of a program that the build made, by the path of its source without ending. */
export const programFile = (program: string): string => path.join(projectFolder, "dist", `${program}.js`);
