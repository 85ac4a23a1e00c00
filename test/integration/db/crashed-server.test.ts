import { rmSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { checkIssuance } from "../../../api/schemas/check-issuance.js";
import { submitNext } from "../../../shared/db/issuing/write-ahead.js";
import { migrate } from "../../../shared/db/migrate/migrate.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { publicKeyOf } from "../../../shared/sealing/sealing-key.js";
import { openCertificateAuthority } from "../../authority/certificate-authority.js";
import { seedDemo } from "../../sandbox/seed-demo.js";
import { makePostgresFolder, startPostgres } from "../../sandbox/servers/embedded-postgres.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { openLines } from "../../support/samples/waiting-lines.js";

/** A server that flushes its log only for commits that wait for it. */
async function startServer(folder: string) {
  const server = await startPostgres({ folder, settings: ["wal_writer_delay=10s", "autovacuum=off"] });
  const { db, close } = openDatabase(server.url, { connections: 1 });
  return { server, db, close };
}

test("a write-ahead survives a crash together with its record, while a later record, which does not wait for the disk, is lost", async () => {
  const folder = makePostgresFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const first = await startServer(folder);
  onTestFinished(first.server.stop);
  await migrate(first.server.url);
  const { sign } = await openCertificateAuthority(undefined);
  const sealingKey = await publicKeyOf(Buffer.alloc(32, 3).toString("base64"));
  const keys = await seedDemo({ databaseUrl: first.server.url, sealingKey, signCertificate: sign });
  const { taken, record } = await (await openLines({ db: first.db, keys }))(0);
  const recorded = async () => {
    const checked = checkIssuance(invoiceB({ posNumber: taken.key.posNumber }));
    if (!checked.ok) throw new Error("the sample is not valid");
    await record(first.db, checked.body);
    return checked.body.idempotency;
  };

  const idempotencies = [await recorded(), await recorded()];
  expect(
    await first.db.$queryRaw`SHOW synchronous_commit`,
    "the connection's later commits wait for the disk again",
  ).toEqual([{ synchronous_commit: "on" }]);
  await submitNext(first.db, [{ taken, limit: 2 }]);
  await recorded();
  process.kill(first.server.pid, "SIGKILL");
  await Promise.all([first.server.stop(), first.close()]);

  const second = await startServer(folder);
  onTestFinished(second.server.stop);
  const kept = await second.db.issuance.findMany({ orderBy: { number: "asc" } });
  await second.close();
  expect(kept.map(({ state, number, idempotency }) => ({ state, number, idempotency }))).toEqual(
    idempotencies.map((idempotency, at) => ({ state: "submitted", number: at + 1, idempotency })),
  );
});
