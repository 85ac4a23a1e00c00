import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "../../../shared/assets/assets.js";

/** The product's sources, by path from the project's folder. What is generated is left out. */
export const sourceFiles: readonly string[] = ["api", "issuer", "renderer", "mailer", "shared", "test/sandbox"].flatMap(
  (folder) =>
    readdirSync(path.join(projectFolder, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !/generated|^client\/dist\//.test(file))
      .map((file) => path.posix.join(folder, file)),
);

export const textOf = (file: string): string => readFileSync(path.join(projectFolder, file), "utf8");

/**
 * The targets of a file's imports, in whichever of the three ways: `from "x"`, `import "x"`, `import("x")`. A target of ours is a path from
 * the project's folder, as the file names it: it ends in .js.
 */
export function importsOf(file: string): string[] {
  const found = textOf(file).matchAll(
    /(?:^|\n)(?:import|export)\s[^;]*?from\s+"([^"]+)"|(?:^|\n)import\s+"([^"]+)"|\bimport\("([^"]+)"\)/g,
  );
  return [...found].map((match) => {
    const target = match[1] ?? match[2] ?? match[3] ?? "";
    return target.startsWith(".") ? path.posix.join(path.posix.dirname(file), target) : target;
  });
}

/** The imports between these files: each file, with the files that it imports. */
export function importGraph(files: readonly string[]): Map<string, string[]> {
  const known = new Set(files);
  return new Map(
    files.map((file) => [
      file,
      importsOf(file)
        .flatMap((target) => [".ts", ".tsx"].map((extension) => target.replace(/\.js$/, extension)))
        .filter((target) => known.has(target)),
    ]),
  );
}
