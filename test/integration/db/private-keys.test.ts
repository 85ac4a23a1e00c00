import { beforeEach, expect, test } from "vitest";
import { rotateSecrets } from "../../../api/operations/rotate-secrets.js";
import { contextOf, tryPrivateKeys } from "../../../shared/db/company/private-keys.js";
import { findSealingKeysInUse, publishSealingKeys } from "../../../shared/db/company/sealing-keys.js";
import { readTicket, saveTicket } from "../../../shared/db/company/tickets.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { createOpener } from "../../../shared/sealing/opener.js";
import { createSealer } from "../../../shared/sealing/sealer.js";
import { keyIdOf, publicKeyOf } from "../../../shared/sealing/sealing-key.js";
import { createSecretSeal } from "../../../shared/sealing/secret-seal.js";
import { openCertificateAuthority } from "../../authority/certificate-authority.js";
import { seedDemo } from "../../sandbox/seed-demo.js";
import { openForFile } from "../../support/open-for-file.js";
import { createDatabase } from "../../support/servers/database.js";

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString("base64");
const [ours, next, lost] = [keyOf(1), keyOf(2), keyOf(3)] as [string, string, string];
const opener = await createOpener(ours);
const sealer = createSealer(await publicKeyOf(ours));

const database = await openForFile(createDatabase);
const { db } = await openForFile(() => openDatabase(database.url, { connections: 4 }));
const { sign } = await openCertificateAuthority(undefined);
await seedDemo({ databaseUrl: database.url, sealingKey: await publicKeyOf(ours), signCertificate: sign });

const certificates = () => db.certificate.findMany({ orderBy: { id: "asc" } });
/** Two companies' certificates, one in each environment. */
const seeded = await certificates();

beforeEach(async () => {
  await db.ticket.deleteMany();
  await db.sealingKey.deleteMany();
  await db.certificate.deleteMany({ where: { id: { notIn: seeded.map(({ id }) => id) } } });
  for (const { id, sealedKey } of seeded) await db.certificate.update({ where: { id }, data: { sealedKey } });
});

async function sealTo(id: number, secretKey: string): Promise<void> {
  const { companyId, production } = await db.certificate.findUniqueOrThrow({ where: { id } });
  const sealedKey = await createSealer(await publicKeyOf(secretKey)).seal("a key", contextOf(companyId, production));
  await db.certificate.update({ where: { id }, data: { sealedKey } });
}

test("an issuer that told its keys no longer does not count", async () => {
  await publishSealingKeys(db, opener.publicKeys);
  await db.$executeRaw`UPDATE sealing_key SET last_heartbeat_at = now() - interval '4 minutes'`;
  expect(await findSealingKeysInUse(db)).toEqual([]);
  await publishSealingKeys(db, opener.publicKeys);
  expect(await findSealingKeysInUse(db)).toEqual([sealer.keyId]);
});

test("a rotation seals private keys and tickets under the new key, and names what neither key opens", async () => {
  const [first, second, third, fourth] = (await certificates()).map(({ id }) => id);
  if (!first || !second || !third || !fourth) throw new Error("the demo companies lack certificates");
  await sealTo(second, next); // as an API does once it has the new key
  await sealTo(fourth, lost);
  const ticket = { token: "t", sign: "s", generatedAt: new Date(0), expiresAt: new Date(43_200_000) };
  await saveTicket(db, createSecretSeal(ours), first, "wsfe", { ...ticket, taxpayers: null });
  await saveTicket(db, createSecretSeal(lost), third, "wsfe", { ...ticket, taxpayers: null });

  const sealingKey = await publicKeyOf(next);
  const lostId = keyIdOf(await publicKeyOf(lost));
  const unopened = [{ certificate: fourth, reason: expect.stringContaining(`is sealed to the key ${lostId}, and`) }];
  const rotate = () => rotateSecrets(db, { from: ours, to: next });
  expect(await rotate()).toEqual({ certificates: 2, tickets: 1, unopened, sealingKey });
  expect(await rotate()).toEqual({ certificates: 0, tickets: 0, unopened, sealingKey });

  expect(await tryPrivateKeys(db, await createOpener(next))).toMatchObject({ opened: 3 });
  expect(await tryPrivateKeys(db, opener)).toMatchObject({ opened: 0 });
  expect(await readTicket(db, createSecretSeal(next), first, "wsfe")).toEqual(ticket);
  expect(await readTicket(db, createSecretSeal(next), third, "wsfe")).toBeUndefined();

  expect(await rotateSecrets(db, { from: lost, to: next })).toMatchObject({ certificates: 1, unopened: [] });
});

test("a rotation with a wrong secret key changes nothing and says why", async () => {
  const before = await certificates();
  const wrong = rotateSecrets(db, { from: lost, to: next });
  await expect(wrong).rejects.toThrow(
    `Nothing was changed: none of the 4 private keys opens. That of certificate ${before[0]?.id} is sealed to the key ${sealer.keyId}`,
  );
  expect(await certificates()).toEqual(before);
});

test("while a key is replaced, an issuer with both opens what is sealed under either, and tells both", async () => {
  const both = await createOpener(ours, next);
  const [first] = await certificates();
  if (!first) throw new Error("the demo companies lack certificates");
  await sealTo(first.id, next);
  expect(await tryPrivateKeys(db, both)).toEqual({ opened: 4, unopened: [] });
  await publishSealingKeys(db, both.publicKeys);
  expect(await findSealingKeysInUse(db)).toEqual([sealer.keyId, keyIdOf(await publicKeyOf(next))].sort());
});
