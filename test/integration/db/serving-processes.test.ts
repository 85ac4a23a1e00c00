import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  deregisterProcess,
  listServing,
  measureClockAhead,
  recordHeartbeat,
} from "../../../shared/db/incarnation/serving-processes.js";
import { processRoles } from "../../../shared/db/migrate/process-grants.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { openForFile } from "../../support/open-for-file.js";
import { createDatabase } from "../../support/servers/database.js";
import { asProcess } from "../../support/servers/process-roles.js";

const database = await openForFile(createDatabase);
const { db } = await openForFile(() => openDatabase(database.url, { connections: 1 }));

const kinds = async () => (await listServing(db)).map(({ kind, processes }) => [kind, processes]);

test.each(processRoles)("%s may give its sign of life and take it back, under its own role", async (kind) => {
  const own = openDatabase(asProcess(database.url, kind), { connections: 1 });
  const id = randomUUID();
  await recordHeartbeat(own.db, { id, kind, version: "1.0.0", clockAheadMs: 0 });
  await recordHeartbeat(own.db, { id, kind, version: "1.0.0", clockAheadMs: 0 });
  expect(await kinds()).toEqual([[kind, 1]]);
  await deregisterProcess(own.db, id);
  expect(await kinds()).toEqual([]);
  await own.close();
});

test("each sign of life tells how far its host's clock is ahead of the database's; the one that is furthest off counts", async () => {
  const [right, fast, slow] = [randomUUID(), randomUUID(), randomUUID()];
  const sign = (id: string, kind: "issuer" | "mailer", offMs: number) =>
    recordHeartbeat(db, { id, kind, version: "1.0.0", clockAheadMs: offMs });
  const offMinutes = async () =>
    (await listServing(db)).map(({ kind, clockAheadMs }) => [
      kind,
      Math.round((clockAheadMs ?? Number.NaN) / 60_000) + 0,
    ]);
  await sign(right, "issuer", 0);
  await sign(fast, "issuer", 20 * 60_000);
  await sign(slow, "mailer", -60 * 60_000);
  expect(await offMinutes()).toEqual([
    ["issuer", 20],
    ["mailer", -60],
  ]);
  await sign(fast, "issuer", 0);
  expect(await offMinutes()).toEqual([
    ["issuer", 0],
    ["mailer", -60],
  ]);
  for (const id of [right, fast, slow]) await deregisterProcess(db, id);
});

test("what waits for its connection, or is answered late, tells of no clock that is off; one that is off is told", async () => {
  const busy = db.$executeRaw`SELECT pg_sleep(1)`;
  expect(Math.abs(await measureClockAhead(db))).toBeLessThan(300);
  await busy;
  for (const offMs of [20 * 60_000, -20 * 60_000]) {
    const aheadMs = await measureClockAhead(db, () => Date.now() + offMs);
    expect(Math.abs(aheadMs - offMs)).toBeLessThan(5_000);
  }
});

test("a process that was not seen for thirty seconds does not serve, and after an hour nothing is kept of it", async () => {
  const [issuer, silent, gone] = [randomUUID(), randomUUID(), randomUUID()];
  for (const id of [issuer, silent, gone])
    await recordHeartbeat(db, { id, kind: "issuer", version: "1.0.0", clockAheadMs: 0 });
  await recordHeartbeat(db, { id: randomUUID(), kind: "issuer", version: "1.1.0", clockAheadMs: 0 });
  expect(await listServing(db)).toMatchObject([{ kind: "issuer", processes: 4, versions: ["1.0.0", "1.1.0"] }]);
  await db.$executeRaw`UPDATE serving_process SET last_heartbeat_at = now() - interval '31 seconds' WHERE id = ${silent}::uuid`;
  await db.$executeRaw`UPDATE serving_process SET last_heartbeat_at = now() - interval '61 minutes' WHERE id = ${gone}::uuid`;
  expect(await kinds()).toEqual([["issuer", 2]]);
  await recordHeartbeat(db, { id: issuer, kind: "issuer", version: "1.0.0", clockAheadMs: 0 });
  expect(await db.servingProcess.count()).toBe(3);
  // One that stood still, and goes on.
  await recordHeartbeat(db, { id: silent, kind: "issuer", version: "1.0.0", clockAheadMs: 0 });
  expect(await kinds()).toEqual([["issuer", 3]]);
});
