import { execFileSync } from "node:child_process";
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { isRoot, nobody } from "../../sandbox/servers/readable-folder.js";

/** A disk of its own, in memory, that PostgreSQL can have a tablespace on. */
export interface SmallDisk extends Disposable {
  folder: string;
  /** Leaves not a byte. */
  fill(): void;
  empty(): void;
}

/** Only root may mount one. */
export const canMount = isRoot && process.platform === "linux";

export function mountSmallDisk(size: string): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-small-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder]);
  chownSync(folder, nobody.uid, nobody.gid);
  const unmount = () => {
    execFileSync("umount", ["--lazy", folder]);
    rmSync(folder, { recursive: true });
  };
  process.once("exit", unmount);
  const filler = path.join(folder, "filler");
  return {
    folder,
    fill() {
      writeFileSync(filler, "");
      for (const bytes of [1024 * 1024, 4096])
        try {
          for (;;) appendFileSync(filler, Buffer.alloc(bytes));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
        }
    },
    empty: () => rmSync(filler, { force: true }),
    [Symbol.dispose]() {
      process.off("exit", unmount);
      unmount();
    },
  };
}

/** Moves a database, to which nobody is connected, onto the disk. Gives what takes the tablespace away once the database is dropped. */
export async function moveToDisk(databaseUrl: string, { folder }: SmallDisk): Promise<() => Promise<void>> {
  const [name, space] = [new URL(databaseUrl).pathname.slice(1), path.basename(folder).toLowerCase()];
  const tables = path.join(folder, "tables");
  mkdirSync(tables);
  chownSync(tables, nobody.uid, nobody.gid);
  await run(`CREATE TABLESPACE "${space}" LOCATION '${tables}'`);
  await run(`ALTER DATABASE "${name}" SET TABLESPACE "${space}"`);
  return () => run(`DROP TABLESPACE "${space}"`);
}

async function run(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
