import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { examine } from "../../../api/admin/doctor/examine.js";
import { startRedis } from "../../sandbox/servers/embedded-redis.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { openSystem } from "../../support/processes/open-system.js";
import type { ServiceName } from "../../support/processes/service-processes.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { createDemoDatabase } from "../../support/servers/demo-database.js";
import { canMount, mountSmallDisk, moveToDisk } from "../../support/servers/small-disk.js";

const names: ServiceName[] = ["api", "issuer", "renderer", "mailer"];

const unexpectedOf = (logFile: string) =>
  readFileSync(logFile, "utf8")
    .split("\n")
    .filter((line) => line.includes("unexpected error"))
    .join("\n");

test.skipIf(!canMount)(
  "a full disk of PostgreSQL: no process is ready, each counts it, and no sale is told that another is running",
  async () => {
    using disk = mountSmallDisk("64m");
    const [database, redis] = await Promise.all([createDemoDatabase(), startRedis()]);
    const forget = await moveToDisk(database.url, disk);
    const close = async () => {
      await redis.stop();
      await database.drop();
      await forget();
    };
    const servers = { databaseUrl: database.url, redis, demo: database, close };
    await using system = await openSystem(servers, { env: { LOCK_WAIT_MS: "3000" } });
    const sell = () => system.request("/invoices", { method: "POST", body: invoiceB() });
    const ready = (name: ServiceName) =>
      fetch(`${system.originOf(name)}/health/ready`).then(
        (answer) => answer.json() as Promise<{ ok: boolean; database: boolean }>,
      );
    const doctor = async () =>
      (await examine({ DATABASE_URL: system.databaseUrl }, undefined, Date.now())).find(
        ({ name }) => name === "database",
      );
    const full = async (name: ServiceName) =>
      Number(
        /^talonario_database_troubles_total\{trouble="full"\} (\d+)$/m.exec(
          await (await fetch(`${system.originOf(name)}/metrics`)).text(),
        )?.[1],
      );

    // On a busy machine the first login may take longer than a sale waits for its turn.
    await waitFor(async () => (await sell()).status === 201, { message: "a first sale" });
    expect(await doctor()).toMatchObject({ ok: true });
    for (const name of names) expect([name, await full(name)]).toEqual([name, 0]);

    disk.fill();
    for (const name of names) {
      await waitFor(async () => !(await ready(name)).ok, { message: `${name} not to be ready` });
      expect([name, await ready(name)]).toEqual([
        name,
        expect.objectContaining({ ok: false, database: false, migrations: true }),
      ]);
      expect(await full(name)).toBeGreaterThan(0);
    }
    expect(await doctor()).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/takes no writes: .*No space left/),
      fix: expect.stringMatching(/room/),
    });

    // A record of a sale may still find room where the next one does not: then it is issued, or waited for, or its outcome is in doubt.
    const answers = await Promise.all(Array.from({ length: 24 }, sell));
    const full500 = "500 The disk or the memory of the database is full. Try again later with the same data. 5";
    const told = answers.map(({ status, body, headers }) => `${status} ${body.error} ${headers.get("retry-after")}`);
    const others = told.filter((one) => one !== full500 && !/^(201|504) |^409 It could not be confirmed/.test(one));
    expect(others, unexpectedOf(system.logFile("api"))).toEqual([]);
    expect(told).toContain(full500);

    disk.empty();
    for (const name of names) await waitFor(async () => (await ready(name)).ok, { message: `${name} to be ready` });
    expect(await doctor()).toMatchObject({ ok: true });
    await waitFor(async () => (await sell()).status === 201, { message: "a sale" });
  },
);
