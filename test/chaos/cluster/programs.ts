import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { projectFolder } from "../../../shared/assets/assets.js";
import { librariesOf, unpackDebianPackages } from "../../sandbox/servers/debian-packages.js";
import { reachableFolder } from "../../sandbox/servers/readable-folder.js";

const run = promisify(execFile);

/** What the drill runs beside our own processes: PostgreSQL with Patroni, etcd and HAProxy. Redis comes with the sandbox. */
export interface ClusterPrograms {
  /** The folder of `postgres`, `pg_basebackup` and `pg_rewind`. */
  postgres: string;
  etcd: string;
  haproxy: string;
  /** The command without its settings. */
  patroni: string[];
  env: NodeJS.ProcessEnv;
}

/** The programs and, of what they need, that which a small system lacks. */
const packages = [
  ...["patroni", "etcd-server", "haproxy", "postgresql-15", "postgresql-client-15"],
  ...["python3-cdiff", "python3-click", "python3-colorama", "python3-dateutil", "python3-dnspython", "python3-etcd"],
  ...["python3-pkg-resources", "python3-prettytable", "python3-psutil", "python3-psycopg2", "python3-six"],
  ...["python3-urllib3", "python3-wcwidth", "python3-yaml"],
  ...[
    "libpq5",
    "libyaml-0-2",
    "liblua5.3-0",
    "libopentracing-c-wrapper0",
    "libopentracing1",
    "libllvm14",
    "libxslt1.1",
  ],
];

/**
 * The programs from Debian 12's packages, unpacked into .cache and not installed.
 * @throws Error with one sentence when they are not to be had here
 */
export async function findClusterPrograms(): Promise<ClusterPrograms> {
  // PostgreSQL does not run as root, so others must be able to read it.
  const folder = path.join(reachableFolder(path.join(projectFolder, ".cache")), "cluster");
  if (await areUsable(folder)) return programsIn(folder);
  const failure = await unpackDebianPackages(folder, packages, areUsable).catch((error: Error) => error.message);
  if (await areUsable(folder)) return programsIn(folder);
  throw new Error(
    `the drill needs Patroni, etcd, HAProxy and PostgreSQL of Debian 12 with its Python, which are not to be had here${failure ? `: ${failure}` : "."}`,
  );
}

function programsIn(folder: string): ClusterPrograms {
  const usr = path.join(folder, "usr");
  return {
    postgres: path.join(usr, "lib", "postgresql", "15", "bin"),
    etcd: path.join(usr, "bin", "etcd"),
    haproxy: path.join(usr, "sbin", "haproxy"),
    patroni: ["/usr/bin/python3", "-m", "patroni"],
    env: {
      PATH: process.env.PATH,
      LANG: "C.UTF-8",
      LD_LIBRARY_PATH: librariesOf(folder),
      PYTHONPATH: path.join(usr, "lib", "python3", "dist-packages"),
    },
  };
}

async function areUsable(folder: string): Promise<boolean> {
  const { postgres, etcd, haproxy, patroni, env } = programsIn(folder);
  if (!existsSync(etcd)) return false;
  const [python = "", ...module] = patroni;
  const answers = await Promise.all(
    [
      [path.join(postgres, "postgres"), "--version"],
      [path.join(postgres, "pg_rewind"), "--version"],
      [etcd, "--version"],
      [haproxy, "-v"],
      [python, ...module, "--version"],
      [python, "-c", "import patroni.dcs.etcd, psycopg2, yaml"],
    ].map(([command = "", ...args]) =>
      run(command, args, { env }).then(
        () => true,
        () => false,
      ),
    ),
  );
  return answers.every(Boolean);
}
