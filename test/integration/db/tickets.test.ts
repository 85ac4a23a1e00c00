import { expect, test } from "vitest";
import { readTicket, saveTicket } from "../../../shared/db/company/tickets.js";
import { openDatabase } from "../../../shared/db/database.js";
import { seedDemo } from "../../../shared/sandbox/seed-demo.js";
import { createSeal } from "../../../shared/seal.js";
import { openCertificateAuthority } from "../../authority/certificate-authority.js";
import { createDatabase } from "../../support/servers/database.js";

test("a ticket sealed under another key counts as missing, and a login replaces it", async () => {
  const database = await createDatabase();
  const { db, close } = openDatabase(database.url, { connections: 2 });
  const [secretKey, newKey] = [3, 4].map((byte) => Buffer.alloc(32, byte).toString("base64")) as [string, string];
  const { sign } = await openCertificateAuthority(undefined);
  await seedDemo({ databaseUrl: database.url, secretKey, signCertificate: sign });
  const { id } = await db.certificate.findFirstOrThrow();
  const dates = { generatedAt: new Date(0), expiresAt: new Date(43_200_000) };

  await saveTicket(db, createSeal(secretKey), id, "wsfe", { token: "old", sign: "s", ...dates });
  expect(await readTicket(db, createSeal(newKey), id, "wsfe")).toBeUndefined();
  expect(await readTicket(db, createSeal(secretKey), id, "wsfe")).toMatchObject({ token: "old" });
  await saveTicket(db, createSeal(newKey), id, "wsfe", { token: "new", sign: "s", ...dates });
  expect(await readTicket(db, createSeal(newKey), id, "wsfe")).toMatchObject({ token: "new", ...dates });
  await close();
  await database.drop();
});
