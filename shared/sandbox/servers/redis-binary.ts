import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { projectFolder } from "../../assets.js";
import { isRoot } from "./readable-folder.js";

export interface RedisBinary {
  command: string;
  env: NodeJS.ProcessEnv;
}

const run = promisify(execFile);
const debianPackages = ["redis-server", "redis-tools", "libjemalloc2", "liblzf1", "libatomic1"];

/**
 * Finds a Redis (6.2 or later) or Valkey server: in PATH, else in Debian's packages, unpacked into .cache and not installed.
 * @throws Error with the command that installs one on this platform
 */
export async function findRedis(): Promise<RedisBinary> {
  for (const command of ["redis-server", "valkey-server"]) {
    if (await isUsable({ command, env: process.env })) return { command, env: process.env };
  }
  const folder = path.join(projectFolder, ".cache", "redis");
  const unpacked = unpackedRedis(folder);
  if (existsSync(unpacked.command) && (await isUsable(unpacked))) return unpacked;

  const failure = await unpackDebianPackages(folder).catch((error: Error) => error.message);
  if (!failure && (await isUsable(unpacked))) return unpacked;
  throw new Error(
    `no Redis server was found. Install one (${installCommand()}) or set REDIS_URL (docker compose up redis)${failure ? `.\n${failure}` : ""}`,
  );
}

async function isUsable({ command, env }: RedisBinary): Promise<boolean> {
  const version = await run(command, ["--version"], { env }).catch(() => undefined);
  const [, major, minor] = version?.stdout.match(/v=(\d+)\.(\d+)/) ?? [];
  return Number(major) > 6 || (Number(major) === 6 && Number(minor) >= 2);
}

function unpackedRedis(folder: string): RedisBinary {
  const libraries = path.join(folder, "usr", "lib");
  const multiarch = existsSync(libraries)
    ? readdirSync(libraries).find((name) => name.endsWith("-linux-gnu"))
    : undefined;
  const libraryPath = path.join(libraries, multiarch ?? `${linuxMachine()}-linux-gnu`);
  return {
    command: path.join(folder, "usr", "bin", "redis-server"),
    env: { ...process.env, LD_LIBRARY_PATH: libraryPath },
  };
}

const linuxMachine = () => (process.arch === "arm64" ? "aarch64" : "x86_64");

/** `apt-get download` and `dpkg -x` do not need root. Only the update of empty package lists does. */
async function unpackDebianPackages(folder: string): Promise<void> {
  if (process.platform !== "linux" || !existsSync("/usr/bin/apt-get")) return;
  mkdirSync(path.dirname(folder), { recursive: true });
  const unfinished = mkdtempSync(`${folder}-unfinished-`);
  try {
    // Download as root: apt's own user may not be able to write into this folder.
    const download = () =>
      run("apt-get", ["-o", "APT::Sandbox::User=root", "download", ...debianPackages], { cwd: unfinished });
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
    if (await isUsable(unpackedRedis(folder))) return;
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function installCommand(): string {
  if (process.platform === "darwin") return "brew install redis";
  if (existsSync("/usr/bin/apt-get")) return "apt-get update && apt-get install redis-server";
  return "your system's package redis or valkey";
}
