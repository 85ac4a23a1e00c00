import { Redis } from "ioredis";
import { expect, inject, test } from "vitest";
import { openDatabase } from "../../shared/db/pool/database.js";
import { openHealth } from "../../shared/process/open-health.js";
import { findFreePort } from "../sandbox/servers/free-port.js";
import { keptLog } from "../support/readers/kept-log.js";
import { createDatabase } from "../support/servers/database.js";

test("a process without an API tells health and metrics at LISTEN_ADDRESS alone", async () => {
  await using database = await createDatabase();
  const { db, close } = openDatabase(database.url, { connections: 1 });
  const producer = new Redis(inject("redisUrl"));
  const port = await findFreePort();
  const closing: (() => unknown)[] = [() => producer.disconnect(), close];
  await openHealth("mailer", {
    config: { DATABASE_URL: database.url, METRICS_PORT: port, LISTEN_ADDRESS: "127.0.0.1" },
    ...{ db, producer, log: keptLog().log, stopping: new AbortController().signal },
    onClose: (_name, end) => void closing.unshift(end),
  });
  const statusOf = (host: string) =>
    fetch(`http://${host}:${port}/metrics`).then(
      ({ status }) => status,
      () => "refused",
    );
  expect([await statusOf("127.0.0.1"), await statusOf("127.0.0.2")]).toEqual([200, "refused"]);
  for (const end of closing) await end();
});
