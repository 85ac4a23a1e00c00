import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { projectFolder } from "../../../shared/assets/assets.js";

const run = promisify(execFile);
const migrations = "prisma/migrations";
const git = async (...args: string[]) => (await run("git", args, { cwd: projectFolder })).stdout.trim();

export interface EarlierVersion {
  /** Its release, or the beginning of its commit. */
  name: string;
  /** A clone of it, built. */
  folder: string;
  /** Runs one of its programs, and gives what it printed. */
  run(program: string, args: string[], env: Record<string, string | undefined>): Promise<string>;
  remove(): void;
}

/** Builds the release before this one; while there is none, the last commit that had fewer migrations. Undefined: no migration followed the first. */
export async function buildEarlierVersion(): Promise<EarlierVersion | undefined> {
  const release = await git("describe", "--tags", "--match", "v*", "--abbrev=0", "HEAD^").catch(() => undefined);
  const commit = release ?? (await lastBeforeAMigration());
  if (commit === undefined) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-earlier-"));
  await run("bash", ["-euo", "pipefail", "-c", `git archive ${commit} | tar -x -C ${folder}`], { cwd: projectFolder });
  // Its own packages are installed only where they are others: its start sees to that.
  const packagesOf = (of: string) => readFileSync(path.join(of, "package-lock.json"), "utf8");
  if (packagesOf(folder) === packagesOf(projectFolder))
    symlinkSync(path.join(projectFolder, "node_modules"), path.join(folder, "node_modules"));
  await run(process.execPath, ["shared/launch/run.mjs", "admin", "--help"], { cwd: folder });
  return {
    name: release ?? commit.slice(0, 8),
    folder,
    async run(program, args, env) {
      const file = path.join(folder, "dist", `${program}.js`);
      const options = { cwd: folder, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } };
      return (await run(process.execPath, [file, ...args], options)).stdout;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Of the commits of the main line, the newest whose migrations are among this tree's, word for word, and not all of them. */
async function lastBeforeAMigration(): Promise<string | undefined> {
  const here = await migrationsHere();
  if ([...here].filter((file) => file.includes("/migration.sql ")).length === 1) return undefined;
  const changes = await git("log", "--first-parent", "-m", "--format=%P", "--", migrations);
  const before = changes.split("\n").flatMap((parents) => parents.split(" ").slice(0, 1));
  for (const commit of ["HEAD", ...before.filter((parent) => parent !== "")]) {
    const then = (await git("ls-tree", "-r", "--format=%(path) %(objectname)", commit, "--", migrations)).split("\n");
    if (then.length < here.size && then.every((file) => here.has(file))) return git("rev-parse", commit);
  }
  throw new Error("no commit here has fewer of these migrations. If the history is cut off: git fetch --unshallow");
}

/** Each file of a migration, with its content's name. */
async function migrationsHere(): Promise<Set<string>> {
  const files = (await git("ls-files", "--cached", "--others", "--exclude-standard", "--", migrations)).split("\n");
  const contents = (await git("hash-object", "--", ...files)).split("\n");
  return new Set(files.map((file, at) => `${file} ${contents[at]}`));
}
