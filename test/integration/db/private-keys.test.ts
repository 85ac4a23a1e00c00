import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { rotateSecrets } from "../../../api/operations/rotate-secrets.js";
import { createKeyKeeping } from "../../../issuer/keep-sealing-keys.js";
import { findActiveCertificate } from "../../../shared/db/company/certificates.js";
import { contextOf, tryPrivateKeys } from "../../../shared/db/company/private-keys.js";
import { findSealingKeysInUse } from "../../../shared/db/company/sealing-keys.js";
import { readTicket, saveTicket } from "../../../shared/db/company/tickets.js";
import { type Database, openDatabase } from "../../../shared/db/database.js";
import type { Log } from "../../../shared/log.js";
import { seedDemo } from "../../../shared/sandbox/seed-demo.js";
import { createOpener } from "../../../shared/sealing/opener.js";
import { createSealer } from "../../../shared/sealing/sealer.js";
import { keyIdOf, publicKeyOf } from "../../../shared/sealing/sealing-key.js";
import { createSecretSeal } from "../../../shared/sealing/secret-seal.js";
import { openCertificateAuthority } from "../../authority/certificate-authority.js";
import { createDatabase, type TestDatabase } from "../../support/servers/database.js";

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString("base64");
const [ours, next, lost] = [keyOf(1), keyOf(2), keyOf(3)] as [string, string, string];
const opener = await createOpener(ours);
const sealer = createSealer(await publicKeyOf(ours));

let database: TestDatabase;
let db: Database;
let close: () => Promise<void>;

/** Two companies' certificates, one in each environment. */
let seeded: Awaited<ReturnType<typeof certificates>>;

beforeAll(async () => {
  database = await createDatabase();
  ({ db, close } = openDatabase(database.url, { connections: 4 }));
  const { sign } = await openCertificateAuthority(undefined);
  await seedDemo({ databaseUrl: database.url, sealingKey: await publicKeyOf(ours), signCertificate: sign });
  seeded = await certificates();
});
beforeEach(async () => {
  await db.ticket.deleteMany();
  await db.sealingKey.deleteMany();
  await db.certificate.deleteMany({ where: { id: { notIn: seeded.map(({ id }) => id) } } });
  for (const { id, sealedKey } of seeded) await db.certificate.update({ where: { id }, data: { sealedKey } });
});
afterAll(async () => {
  await close();
  await database.drop();
});

const ownerOf = ({ companyId }: { companyId: number | null }) => companyId ?? 0;

const certificates = () => db.certificate.findMany({ orderBy: { id: "asc" } });

/** Seals a certificate's private key as version 0.1.0 did. */
async function sealAsBefore(id: number, secretKey: string): Promise<void> {
  const { companyId, production, sealedKey } = await db.certificate.findUniqueOrThrow({ where: { id } });
  const context = contextOf(companyId, production);
  const sealed = createSecretSeal(secretKey).seal(await opener.open(sealedKey, context), context);
  await db.certificate.update({ where: { id }, data: { sealedKey: sealed } });
}

async function sealTo(id: number, secretKey: string): Promise<void> {
  const { companyId, production } = await db.certificate.findUniqueOrThrow({ where: { id } });
  const sealedKey = await createSealer(await publicKeyOf(secretKey)).seal("a key", contextOf(companyId, production));
  await db.certificate.update({ where: { id }, data: { sealedKey } });
}

/** How many private keys have which version. */
async function versions(): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { sealedKey } of await certificates()) counts[sealedKey[0] ?? 0] = (counts[sealedKey[0] ?? 0] ?? 0) + 1;
  return counts;
}

function issuer() {
  const told: { resealed: number; unopened: unknown[] } = { resealed: 0, unopened: [] };
  const log = {
    info: ({ resealed }: { resealed: number }) => {
      told.resealed += resealed;
    },
    error: (fields: unknown) => told.unopened.push(fields),
  };
  return { told, keep: createKeyKeeping(db, { opener, sealer }, log as unknown as Log) };
}

test("a day after the first issuer told its key, private keys of the older form are sealed to it, by several issuers at once", async () => {
  const [first, , third, last] = await certificates();
  if (!first || !third || !last) throw new Error("the demo companies lack certificates");
  await sealAsBefore(first.id, ours);
  await sealAsBefore(third.id, ours);
  await sealAsBefore(last.id, lost);
  await db.$executeRaw`
    INSERT INTO certificate (company_id, production, alias, csr, sealed_key)
    SELECT company_id, production, alias, csr, sealed_key FROM certificate, generate_series(1, 250) WHERE id = ${first.id}`;
  const issuers = [issuer(), issuer()];

  await Promise.all(issuers.map(({ keep }) => keep()));
  expect(await findSealingKeysInUse(db)).toEqual([sealer.keyId]);
  expect(await versions()).toEqual({ 1: 253, 2: 1 });

  await db.$executeRaw`UPDATE sealing_key SET first_seen_at = now() - interval '25 hours'`;
  await Promise.all(issuers.map(({ keep }) => keep()));
  await issuers[0]?.keep();
  expect(await versions()).toEqual({ 1: 1, 2: 253 });
  expect(issuers.reduce((sum, { told }) => sum + told.resealed, 0)).toBe(252);
  const refused = { certificate: last.id, reason: expect.stringContaining("does not open under SECRET_KEY; set") };
  expect(issuers.map(({ told }) => told.unopened)).toEqual([[refused], [refused]]);
  expect((await findActiveCertificate(db, opener, ownerOf(first), first.production))?.privateKeyPem).toContain(
    "PRIVATE KEY",
  );
  await expect(findActiveCertificate(db, opener, ownerOf(last), last.production)).rejects.toThrow(
    `The private key of certificate ${last.id} does not open under SECRET_KEY`,
  );
  expect(await tryPrivateKeys(db, opener)).toEqual({ opened: 4, unopened: [refused] });
});

test("an issuer that told its keys no longer does not count", async () => {
  await issuer().keep();
  await db.$executeRaw`UPDATE sealing_key SET seen_at = now() - interval '4 minutes'`;
  expect(await findSealingKeysInUse(db)).toEqual([]);
  await issuer().keep();
  expect(await findSealingKeysInUse(db)).toEqual([sealer.keyId]);
});

test("a rotation seals private keys of both forms and tickets under the new key, and names what neither key opens", async () => {
  const [first, second, third, fourth] = (await certificates()).map(({ id }) => id);
  if (!first || !second || !third || !fourth) throw new Error("the demo companies lack certificates");
  await sealAsBefore(first, ours);
  await sealAsBefore(second, next); // as an API of the version before does, once it has the new key
  await sealTo(fourth, lost);
  const ticket = { token: "t", sign: "s", generatedAt: new Date(0), expiresAt: new Date(43_200_000) };
  await saveTicket(db, createSecretSeal(ours), first, "wsfe", { ...ticket, taxpayers: null });
  await saveTicket(db, createSecretSeal(lost), third, "wsfe", { ...ticket, taxpayers: null });

  const sealingKey = await publicKeyOf(next);
  const lostId = keyIdOf(await publicKeyOf(lost));
  const unopened = [{ certificate: fourth, reason: expect.stringContaining(`is sealed to the key ${lostId}, and`) }];
  const rotate = () => rotateSecrets(db, { from: ours, to: next });
  expect(await rotate()).toEqual({ certificates: 3, tickets: 1, unopened, sealingKey });
  expect(await rotate()).toEqual({ certificates: 0, tickets: 0, unopened, sealingKey });

  expect(await versions()).toEqual({ 2: 4 });
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
  await createKeyKeeping(db, { opener: both, sealer }, undefined as unknown as Log)();
  expect(await findSealingKeysInUse(db)).toEqual([sealer.keyId, keyIdOf(await publicKeyOf(next))].sort());
});
