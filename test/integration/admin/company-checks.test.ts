import { expect, onTestFinished, test } from "vitest";
import { usableConfig } from "../../../api/admin/config.js";
import { checkLogins } from "../../../api/admin/doctor/authority-checks.js";
import { checkCertificates, checkCompany } from "../../../api/admin/doctor/company-checks.js";
import { checkKeys } from "../../../api/admin/doctor/key-checks.js";
import { addApiKey } from "../../../api/operations/api-keys.js";
import { installCertificate, requestCertificate } from "../../../api/operations/certificates.js";
import { openCompany } from "../../../api/operations/companies.js";
import { addPointOfSale, changePointOfSale } from "../../../api/operations/points-of-sale.js";
import { changeSubscription } from "../../../api/operations/subscriptions.js";
import { claimLogin, saveLoginFailure } from "../../../shared/db/company/tickets.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { createSealer } from "../../../shared/sealing/sealer.js";
import { publicKeyOf } from "../../../shared/sealing/sealing-key.js";
import { openCertificateAuthority } from "../../authority/certificate-authority.js";
import { createDatabase } from "../../support/servers/database.js";
import { createDemoDatabase } from "../../support/servers/demo-database.js";

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString("base64");

test("the doctor lists what a company lacks, step by step, until it can issue", async () => {
  await using database = await createDatabase();
  const { db, close } = openDatabase(database.url);
  const sealer = createSealer(await publicKeyOf(keyOf(5)));
  const isKeyRight = async (SECRET_KEY: string) =>
    (await checkKeys(db, usableConfig.parse({ SECRET_KEY }), false)).map(({ ok }) => ok);
  const actor = { type: "admin" } as const;
  const nowMs = Date.now();
  const lacks = async () => {
    const checks = await checkCompany(db, "nueva", nowMs);
    for (const { ok, fix } of checks) expect(ok).toBe(fix === undefined);
    return checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`);
  };
  expect(await lacks()).toEqual(["company: there is no company nueva"]);

  const company = await openCompany(
    db,
    actor,
    { code: "nueva", cuit: "30712345671", name: "Nueva", taxType: 1 },
    { anchor: "2026-01-31", until: "2100-01-01", monthlyVouchers: 10 },
  );
  const operator = { db, actor, companyId: company.id, production: false };
  expect(await lacks()).toEqual([
    "certificate (homologation): there is none",
    "points of sale (homologation): there is none",
    "keys (homologation): there is none",
  ]);

  await addPointOfSale(operator, { number: 1 });
  await addApiKey(operator, { name: "first", scopes: ["read"] });
  expect(await isKeyRight(keyOf(6))).toEqual([true, true]);
  const { id, csr } = await requestCertificate(operator, sealer, { alias: "nueva" });
  expect(await lacks()).toEqual(["certificate (homologation): requested, but none is installed"]);
  const { sign } = await openCertificateAuthority(undefined);
  const install = async (days: number) =>
    installCertificate(operator, { id, certificate: await sign(csr, { days }), nowMs });

  await install(20);
  expect(await lacks()).toEqual([expect.stringContaining("certificate (homologation): expires on")]);
  expect(await checkCertificates(db, nowMs)).toMatchObject({
    ok: false,
    detail: expect.stringContaining("nueva (homo"),
  });
  await install(700);
  expect(await lacks()).toEqual([]);
  expect((await checkCertificates(db, nowMs)).ok).toBe(true);
  expect([await isKeyRight(keyOf(5)), await isKeyRight(keyOf(6))]).toEqual([
    [true, true],
    [true, false],
  ]);

  await addPointOfSale({ ...operator, production: true }, { number: 1 });
  expect(await lacks()).toEqual(["certificate (production): there is none", "keys (production): there is none"]);
  await changePointOfSale(operator, 1, { enabled: false });
  await changeSubscription(operator, { until: "2020-01-01" });
  expect((await lacks()).slice(0, 2)).toEqual([
    "subscription: expired, was until 2020-01-01",
    "points of sale (homologation): none of 1 is enabled",
  ]);
  await close();
});

test("the doctor names whose login the authority refused last, until one follows or a day is over", async () => {
  await using database = await createDemoDatabase();
  const { db, close } = openDatabase(database.url);
  onTestFinished(close);
  const of = { active: true, production: true, company: { code: "mono" } };
  const { id } = await db.certificate.findFirstOrThrow({ where: of });
  const refuse = async (service: string, kind: string) => {
    await claimLogin(db, id, service);
    await saveLoginFailure(db, id, service, { kind, cause: "coe.notAuthorized: no" });
  };
  await refuse("wsfecred", "down");
  await refuse("ws_sr_padron_a13", "withheld");
  expect(await checkLogins(db)).toMatchObject({ ok: true });

  await refuse("wsfe", "notDelegated");
  expect(await checkLogins(db)).toMatchObject({
    ok: false,
    detail: "the tax authority refused a login of mono (production, wsfe: coe.notAuthorized: no)",
    fix: expect.stringContaining("doctor --company mono"),
  });
  await db.ticket.updateMany({ where: { service: "wsfe" }, data: { loginAt: new Date(Date.now() - 2 * 86_400_000) } });
  expect(await checkLogins(db)).toMatchObject({ ok: true });
  await refuse("wsfe", "certificate");
  expect(await checkLogins(db)).toMatchObject({ ok: false });
  await db.ticket.updateMany({ where: { service: "wsfe" }, data: { loginAt: new Date(Date.now() - 3_600_000) } });
  await claimLogin(db, id, "wsfe");
  expect(await checkLogins(db)).toMatchObject({ ok: true });
});
