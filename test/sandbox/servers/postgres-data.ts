import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { waitFor } from "../wait-for.js";
import { isRoot, nobody } from "./readable-folder.js";

const run = promisify(execFile);

/** The process options of initdb and the server: never root, and without the caller's PG* variables. */
export const postgresProcess = {
  cwd: "/",
  env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
  ...(isRoot ? nobody : {}),
};

/** Makes the data folder unless it exists, and gives the superuser's password. */
export async function preparePostgresData(native: string, base: string, durable: boolean): Promise<string> {
  const passwordFile = path.join(base, "password");
  if (existsSync(path.join(base, "data"))) return readFileSync(passwordFile, "utf8");

  for (const name of readdirSync(base)) {
    if (name.startsWith("unfinished")) rmSync(path.join(base, name), { recursive: true });
  }
  const password = randomBytes(18).toString("base64url");
  writeFileSync(passwordFile, password, { mode: 0o600 });

  // Renamed when complete, so that the rest of an interrupted start is never used as data.
  const unfinished = path.join(base, "unfinished-data");
  const readablePassword = path.join(base, "unfinished-password");
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(readablePassword, password, { mode: 0o600 });
  if (isRoot) for (const file of [unfinished, readablePassword]) chownSync(file, nobody.uid, nobody.gid);
  const initdb = path.join(native, "bin", "initdb");
  await run(initdb, initdbArguments(unfinished, readablePassword, durable), postgresProcess).catch((cause) => {
    throw new Error(`PostgreSQL's data folder could not be made in ${base}:\n${cause.stderr}`, { cause });
  });
  rmSync(readablePassword);
  renameSync(unfinished, path.join(base, "data"));
  return password;
}

const initdbArguments = (data: string, passwordFile: string, durable: boolean) => [
  ...["-D", data, "-U", "postgres", "-A", "scram-sha-256", `--pwfile=${passwordFile}`, "--encoding=UTF8"],
  `--locale=${process.platform === "darwin" ? "C" : "C.UTF-8"}`,
  ...(durable ? [] : ["--no-sync"]),
];

/**
 * Waits until no process of an earlier server is left in the data folder, then removes its pid file. The system may have given
 * that pid to another program, and PostgreSQL would take that program for a running server.
 */
export async function settleEarlierServer(data: string): Promise<void> {
  if (process.platform !== "linux" || !existsSync(path.join(data, "postmaster.pid"))) return;
  const real = realpathSync(data);
  await waitFor(() => processesIn(real).length === 0, { message: "the earlier server to end", timeoutMs: 3_000 }).catch(
    (cause) => {
      throw new Error(`PostgreSQL already runs in ${data}, process ${processesIn(real).join(", ")}`, { cause });
    },
  );
  rmSync(path.join(data, "postmaster.pid"), { force: true });
}

const processesIn = (folder: string): string[] =>
  readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`) === folder;
    } catch {
      return false;
    }
  });
