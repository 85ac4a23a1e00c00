import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { projectFolder } from "../../../shared/assets/assets.js";
import { librariesOf, unpackDebianPackages } from "./debian-packages.js";

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

  const isThere = (place: string) => isUsable(unpackedRedis(place));
  const failure = await unpackDebianPackages(folder, debianPackages, isThere).catch((error: Error) => error.message);
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

const unpackedRedis = (folder: string): RedisBinary => ({
  command: path.join(folder, "usr", "bin", "redis-server"),
  env: { ...process.env, LD_LIBRARY_PATH: librariesOf(folder) },
});

function installCommand(): string {
  if (process.platform === "darwin") return "brew install redis";
  if (existsSync("/usr/bin/apt-get")) return "apt-get update && apt-get install redis-server";
  return "your system's package redis or valkey";
}
