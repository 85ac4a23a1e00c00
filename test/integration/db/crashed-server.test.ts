import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { openDatabase } from "../../../shared/db/database.js";
import { migrate } from "../../../shared/db/migrate.js";
import { submitNext } from "../../../shared/db/write-ahead.js";
import { openCertificateAuthority } from "../../authority/certificate-authority.js";
import { makePostgresFolder, startPostgres } from "../../support/embedded-postgres.js";
import { seedDemo } from "../../support/seed-demo.js";
import { openLines } from "../../support/waiting-lines.js";

/** A server that flushes by itself as seldom as it can, and what it holds. */
async function startServer(folder: string, connections: number) {
  const server = await startPostgres({ folder, settings: ["wal_writer_delay=10s"] });
  const { db, close } = openDatabase(server.url, { connections });
  return { server, db, close };
}

test("a number that was written ahead outlives a crash, and with it the record, which waited for no disk", async () => {
  const folder = makePostgresFolder();
  const first = await startServer(folder, 1);
  await migrate(first.server.url);
  const { sign } = await openCertificateAuthority(undefined);
  const secretKey = Buffer.alloc(32, 3).toString("base64");
  const keys = await seedDemo({ databaseUrl: first.server.url, secretKey, signCertificate: sign });
  const { taken, bodies } = await (await openLines({ db: first.db, keys }))(2);
  expect(await first.db.$queryRaw`SHOW synchronous_commit`, "of the connection's later commits").toEqual([
    { synchronous_commit: "on" },
  ]);
  await submitNext(first.db, [{ taken, most: 2 }]);
  process.kill(first.server.pid, "SIGKILL");
  await Promise.all([first.server.stop(), first.close()]);

  const second = await startServer(folder, 1);
  const kept = await second.db.issuance.findMany({ orderBy: { number: "asc" } });
  expect(kept.map(({ state, number, idempotency }) => ({ state, number, idempotency }))).toEqual(
    bodies.map(({ idempotency }, at) => ({ state: "submitted", number: at + 1, idempotency })),
  );
  await second.close();
  await second.server.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);
