import { expect, test } from "vitest";
import { openDatabase } from "../../shared/db/pool/database.js";
import { createDatabase } from "../support/servers/database.js";
import { startTcpProxy } from "../support/servers/tcp-proxy.js";

test("the transaction of a vanished host releases its locks", async () => {
  await using database = await createDatabase();
  const proxy = await startTcpProxy(database.url);
  const lost = openDatabase(proxy.url, { abandonedMs: 1_000 });
  const other = openDatabase(database.url);
  await other.db.$executeRaw`INSERT INTO company (code, cuit, name, tax_type) VALUES ('one', '30712345671', 'One', 1)`;

  await new Promise<void>((resolve) => {
    const ended = lost.db.$transaction(async (tx) => {
      await tx.$executeRaw`UPDATE company SET name = 'Two'`;
      proxy.strand();
      resolve();
      await tx.$executeRaw`UPDATE company SET name = 'Three'`;
    });
    ended.catch(() => undefined);
  });
  // It waits for the lock, at most the 15 s that a statement may take.
  await other.db.$executeRaw`UPDATE company SET name = name || ' or more'`;
  expect(await other.db.company.findFirst({ select: { name: true } })).toEqual({ name: "One or more" });

  await other.close();
  await proxy.close();
  await lost.close().catch(() => undefined);
});
