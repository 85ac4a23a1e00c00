import { expect, test } from "vitest";
import { readTicket, saveTicket } from "../../../shared/db/company/tickets.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { createSecretSeal } from "../../../shared/sealing/secret-seal.js";
import { createDemoDatabase } from "../../support/servers/demo-database.js";

test("a ticket sealed under another key counts as missing, and a login replaces it", async () => {
  const database = await createDemoDatabase();
  const { db, close } = openDatabase(database.url, { connections: 2 });
  const [secretKey, newKey] = [3, 4].map((byte) => Buffer.alloc(32, byte).toString("base64")) as [string, string];
  const { id } = await db.certificate.findFirstOrThrow();
  const dates = { generatedAt: new Date(0), expiresAt: new Date(43_200_000), taxpayers: null };

  await saveTicket(db, createSecretSeal(secretKey), id, "wsfe", { token: "old", sign: "s", ...dates });
  expect(await readTicket(db, createSecretSeal(newKey), id, "wsfe")).toBeUndefined();
  expect(await readTicket(db, createSecretSeal(secretKey), id, "wsfe")).toMatchObject({ token: "old" });
  await saveTicket(db, createSecretSeal(newKey), id, "wsfe", { token: "new", sign: "s", ...dates });
  expect(await readTicket(db, createSecretSeal(newKey), id, "wsfe")).toMatchObject({
    token: "new",
    generatedAt: dates.generatedAt,
    expiresAt: dates.expiresAt,
  });
  await close();
  await database.drop();
});
