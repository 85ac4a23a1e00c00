import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { isRoot } from "./readable-folder.js";

const run = promisify(execFile);

/**
 * Unpacks Debian's packages into the folder, and installs nothing: no server of theirs starts. `apt-get download` and `dpkg -x` do not
 * need root. Only the update of empty package lists does. Does nothing where there is no apt-get.
 * @param isUsable whether a folder has what is wanted of them
 */
export async function unpackDebianPackages(
  folder: string,
  packages: readonly string[],
  isUsable: (folder: string) => Promise<boolean>,
): Promise<void> {
  if (process.platform !== "linux" || !existsSync("/usr/bin/apt-get")) return;
  mkdirSync(path.dirname(folder), { recursive: true });
  const unfinished = mkdtempSync(`${folder}-unfinished-`);
  try {
    // Download as root: apt's own user may not be able to write into this folder.
    const download = () =>
      run("apt-get", ["-o", "APT::Sandbox::User=root", "download", ...packages], { cwd: unfinished });
    await download().catch(async (error) => {
      if (!isRoot) throw error;
      await run("apt-get", ["update"]);
      await download();
    });
    for (const name of readdirSync(unfinished)) {
      await run("dpkg", ["-x", name, "."], { cwd: unfinished });
      rmSync(path.join(unfinished, name));
    }
    chmodSync(unfinished, 0o755);
    // Another command may have finished first. Then use its result.
    if (await isUsable(folder)) return;
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** The folder of the shared libraries of unpacked packages. */
export function librariesOf(folder: string): string {
  const libraries = path.join(folder, "usr", "lib");
  const multiarch = existsSync(libraries)
    ? readdirSync(libraries).find((name) => name.endsWith("-linux-gnu"))
    : undefined;
  return path.join(libraries, multiarch ?? `${linuxMachine()}-linux-gnu`);
}

const linuxMachine = () => (process.arch === "arm64" ? "aarch64" : "x86_64");
