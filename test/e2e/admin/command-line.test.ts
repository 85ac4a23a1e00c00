import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { addMonths, argentineDay } from "../../../shared/domain/calendar.js";
import { keyIdOf, publicKeyOf } from "../../../shared/sealing/sealing-key.js";
import { openCertificateAuthority } from "../../authority/certificate-authority.js";
import { type CommandLine, quickCommandLine, succeeding } from "../../support/processes/command-line.js";
import { storeWaitingVouchers } from "../../support/samples/waiting-vouchers.js";
import { createDatabase, type TestDatabase } from "../../support/servers/database.js";

const secretKey = Buffer.alloc(32, 5).toString("base64");
const today = argentineDay(Date.now());
let database: TestDatabase;
let run: CommandLine;
/** Runs commands that fail: the first of each verb as a process, too. */
let runFaulty: CommandLine;
let admin: ReturnType<typeof succeeding>;
let folder: string;

beforeAll(async () => {
  database = await createDatabase();
  const environment = { DATABASE_URL: database.url, REDIS_URL: inject("redisUrl"), SECRET_KEY: secretKey };
  run = quickCommandLine(environment);
  runFaulty = quickCommandLine(environment);
  admin = succeeding(run);
  folder = mkdtempSync(path.join(tmpdir(), "talonario-cli-"));
  await admin(..."company create tienda --cuit 20111111112 --tax-type 6 --name Tienda --monthly 50".split(" "));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

test("a company is created with a month's subscription, shown, listed and updated", async () => {
  const created = await admin(
    "company",
    "create",
    "acme",
    "--cuit",
    "30-71234567-1",
    "--name",
    "ACME",
    "--tax-type",
    "1",
  );
  const company = {
    code: "acme",
    cuit: "30712345671",
    name: "ACME",
    taxType: 1,
    address: null,
    stateId: null,
    grossIncome: null,
    activityStart: null,
    accountEmail: null,
    vatRounding: "auto",
    homologationMail: "any",
    invitations: "production",
    fce: null,
    activityCode: null,
    cbuLegend: false,
    consumerComplaints: null,
    accentColor: null,
    footerText: null,
    withheldA: false,
    monotributoCategory: null,
    legends: [],
    mail: { replyTo: null, senderName: null },
    sircip: null,
    certificate: "own",
    created: expect.any(String),
    subscription: { until: addMonths(today, 1), active: true, monthly: 1_000 },
    quota: expect.objectContaining({ granted: 1_000, used: 0, remaining: 1_000, periodEnd: addMonths(today, 1) }),
  };
  expect(created).toEqual({ company });
  expect(await admin("company", "show", "acme")).toEqual({ company });

  const { company: updated } = await admin(
    ..."company update acme --vat-rounding line --state-id 0 --account-email a@example.com".split(" "),
  );
  expect(updated).toMatchObject({ vatRounding: "line", stateId: 0, accountEmail: "a@example.com", name: "ACME" });
  const { company: restricted } = await admin(..."company update acme --homologation-mail own".split(" "));
  expect(restricted).toMatchObject({ homologationMail: "own" });
  expect((await admin("company", "show", "acme")).company).toMatchObject({ homologationMail: "own" });
  const { companies } = await admin("company", "list");
  expect(companies.map(({ code, subscription }: Record<string, unknown>) => [code, subscription])).toEqual([
    ["acme", { until: addMonths(today, 1), active: true }],
    ["tienda", { until: addMonths(today, 1), active: true }],
  ]);
});

test("an empty text clears a field of a company", async () => {
  const fields = {
    address: "San Martín 850",
    "state-id": "0",
    "gross-income": "0456789",
    "activity-start": "2015-03-01",
    "activity-code": "011111",
    "consumer-complaints": "0800-222-9042",
    "accent-color": "#1F4E79",
    "footer-text": "Gracias",
    "account-email": "a@b.example",
  };
  const update = async (values: object) => {
    const options = Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]);
    return (await admin("company", "update", "tienda", ...options)).company;
  };
  const before = { address: "San Martín 850", stateId: 0, grossIncome: "0456789", activityStart: "2015-03-01" };
  const printed = { consumerComplaints: "0800-222-9042", accentColor: "#1F4E79", footerText: "Gracias" };
  const after = { ...before, ...printed, activityCode: "011111", accountEmail: "a@b.example" };
  expect(await update(fields)).toMatchObject(after);
  const none = Object.fromEntries(Object.keys(after).map((name) => [name, null]));
  expect(await update(Object.fromEntries(Object.keys(fields).map((name) => [name, ""])))).toMatchObject(none);
});

test("the legend of letter A is turned on and off, and must be yes or no", async () => {
  const set = (choice: string) => admin("company", "update", "tienda", "--cbu-legend", choice);
  expect((await set("yes")).company.cbuLegend).toBe(true);
  expect((await set("no")).company.cbuLegend).toBe(false);
  expect((await run("company", "update", "tienda", "--cbu-legend", "perhaps")).stderr).toContain("yes, no");
});

test("activities of a company and of its points of sale are set, changed, shown and cleared, and must be 6 digits", async () => {
  const create = "company create farm --cuit 20111111112 --tax-type 1 --name Farm --activity-code 011111".split(" ");
  expect((await admin(...create)).company.activityCode).toBe("011111");
  expect((await run("company", "show", "farm")).stdout).toMatch(/^activity code +011111$/m);

  const at = "--company farm --env homologation".split(" ");
  const of = (answer: { pointOfSale: Record<string, unknown> }) => answer.pointOfSale.activity;
  expect(of(await admin("pos", "add", "6", ...at, "--activity", "620100"))).toBe("620100");
  expect(of(await admin("pos", "add", "7", ...at))).toBeNull();
  expect(of(await admin("pos", "set", "7", "--activity", "476111", ...at))).toBe("476111");
  expect((await run("pos", "set", "7", "--activity", "476111", ...at)).stdout).toContain("Nothing was changed");
  const listed = (await run("pos", "list", ...at)).stdout.trimEnd().split("\n");
  expect(listed).toEqual([
    expect.stringMatching(/LOGO +ACTIVITY +SALE CONDITION +AUTHORIZATION +SUBSTITUTE +LAYOUT$/),
    expect.stringMatching(/ 620100 +- +CAE +- +a4$/),
    expect.stringMatching(/ 476111 +- +CAE +- +a4$/),
  ]);
  const further = (answer: { pointOfSale: Record<string, unknown> }) => [
    answer.pointOfSale["optionals"],
    answer.pointOfSale["activities"],
  ];
  const [optionals, activities] = [[{ id: "23", value: "a=b" }], [{ id: 11_111 }]];
  expect(further(await admin("pos", "set", "6", "--optionals", "23=a=b", ...at))).toEqual([optionals, null]);
  expect(further(await admin("pos", "set", "6", "--activities", "011111", ...at))).toEqual([optionals, activities]);
  expect(further(await admin("pos", "set", "6", "--optionals", ...at))).toEqual([null, activities]);
  expect(of(await admin("pos", "set", "7", "--activity", "", ...at))).toBeNull();
  expect(await auditOfPointOfSale("7")).toMatchObject([
    { action: "pos.create", after: { activity: null } },
    { action: "pos.update", before: { activity: null }, after: { activity: "476111" } },
    { action: "pos.update", before: { activity: "476111" }, after: { activity: null } },
  ]);

  const six = /must be 6 digits/;
  const wrong: [RegExp, ...string[]][] = [
    [six, "company", "update", "farm", "--activity-code", "62010"],
    [six, "pos", "set", "7", "--activity", "6201000", ...at],
    [six, "pos", "add", "8", ...at, "--activity", "x"],
    [/optionals\.0\.value: must be one of 0, 1/, "pos", "set", "7", "--optionals", "10=7", ...at],
    [/optionals\.0\.value/, "pos", "set", "7", "--optionals", "10", ...at],
    [/activities\.0\.id/, "pos", "set", "7", "--activities", "x", ...at],
  ];
  for (const [fault, ...command] of wrong) {
    const { exitCode, stderr } = await runFaulty(...command);
    expect([command, exitCode, stderr]).toEqual([command, 2, expect.stringMatching(fault)]);
  }
});

test("[F1] how credit invoices are paid is set, changed in single parts, shown and cleared", async () => {
  const cbu = "2850590940090418135201";
  const other = "0170099220000067797370";
  const update = async (...options: string[]) => (await admin("company", "update", "tienda", ...options)).company.fce;
  const refused = async (...options: string[]) => {
    const { exitCode, stderr } = await runFaulty("company", "update", "tienda", ...options);
    expect(exitCode).toBe(2);
    return stderr;
  };
  expect(await refused("--fce-alias", "tienda.cobros")).toMatch(/need --fce-cbu and --fce-transfer\./);
  expect(await refused("--fce-cbu", cbu)).toMatch(/need --fce-transfer\./);
  expect(await refused("--fce-transfer", "SCA")).toMatch(/need --fce-cbu\./);
  expect(await refused("--fce-cbu", `${cbu.slice(0, 21)}2`, "--fce-transfer", "SCA")).toMatch(/check digits are wrong/);

  expect(await update("--fce-cbu", cbu, "--fce-transfer", "SCA")).toEqual({ cbu, alias: null, transfer: "SCA" });
  expect(await update("--fce-alias", "tienda.cobros")).toEqual({ cbu, alias: "tienda.cobros", transfer: "SCA" });
  expect(await update("--fce-transfer", "ADC")).toEqual({ cbu, alias: "tienda.cobros", transfer: "ADC" });
  expect(await update("--name", "Tienda")).toEqual({ cbu, alias: "tienda.cobros", transfer: "ADC" });
  expect((await run("company", "show", "tienda")).stdout).toMatch(
    new RegExp(`^fce +CBU ${cbu}, tienda\\.cobros, ADC$`, "m"),
  );
  expect(await refused("--fce-transfer", "XXX")).toMatch(/fce\.transfer/);
  expect(await refused("--fce-cbu", "", "--fce-alias", "tienda.cobros")).toMatch(/give it alone/);

  expect(await update("--fce-cbu", other), "an alias is of its account").toEqual({
    cbu: other,
    alias: null,
    transfer: "ADC",
  });
  expect(await update("--fce-alias", "otra.cuenta")).toMatchObject({ alias: "otra.cuenta" });
  expect(await update("--fce-alias", "")).toMatchObject({ cbu: other, alias: null });
  expect(await update("--fce-cbu", "")).toBeNull();
  expect((await admin("company", "show", "tienda")).company.fce).toBeNull();

  const { company } = await admin(
    ..."company create cobros --cuit 30710151543 --tax-type 1 --name Cobros --fce-transfer SCA --fce-alias cobros.sa".split(
      " ",
    ),
    "--fce-cbu",
    cbu,
  );
  expect(company.fce).toEqual({ cbu, alias: "cobros.sa", transfer: "SCA" });
});

test("changes of plan, extra quota and subscription apply at once", async () => {
  expect((await admin("plan", "set", "--company", "tienda", "--monthly", "70")).quota.granted).toBe(70);
  expect((await admin("quota", "extra", "--company", "tienda", "--add", "5")).quota.granted).toBe(75);
  expect((await admin("quota", "extra", "--company", "tienda", "--add", "5")).quota).toMatchObject({
    granted: 80,
    used: 0,
    remaining: 80,
  });
  const ended = await admin("subscription", "set", "--company", "tienda", "--until", "2020-02-29");
  expect(ended).toEqual({ subscription: { until: "2020-02-29", active: false }, changed: true });
  const renewed = await admin("subscription", "set", "--company", "tienda", "--until", today);
  expect(renewed).toEqual({ subscription: { until: today, active: true }, changed: true });
  expect((await admin("usage", "show", "--company", "tienda")).usage).toEqual([
    expect.objectContaining({ periodStart: today, used: 0, extra: 10 }),
  ]);
});

test("keys are created, listed without their secret, and revoked", async () => {
  const { key } = await admin(
    ..."key create --company tienda --env production --name Web --scopes issue,read".split(" "),
  );
  expect(key).toEqual({
    id: expect.any(Number),
    name: "Web",
    env: "production",
    prefix: key.secret.slice(0, 9),
    scopes: ["read", "issue"],
    expires: null,
    secret: expect.stringMatching(/^PROD_/),
  });
  const expires = "2040-01-31T12:00:00.000Z";
  const { key: whole } = await admin(..."key create --company tienda --env homologation --expires".split(" "), expires);
  expect(whole).toMatchObject({ env: "homologation", scopes: ["read", "issue", "configure"], expires });
  const late = await run(
    ..."key create --company tienda --env homologation --expires 2020-01-31T12:00:00Z --json".split(" "),
  );
  expect([late.exitCode, late.json]).toEqual([2, { ok: false, error: "expires: must be in the future" }]);

  const revoked = await admin("key", "revoke", String(key.id), "--company", "tienda");
  expect(revoked).toEqual({
    keys: [expect.objectContaining({ id: key.id, env: "production", revoked: expect.any(String) })],
    changed: true,
  });
  const { keys } = await admin("key", "list", "--company", "tienda");
  expect(keys).toEqual([
    {
      id: whole.id,
      name: "Command line",
      env: "homologation",
      prefix: whole.prefix,
      scopes: whole.scopes,
      created: expect.any(String),
      expires,
      revoked: null,
    },
    {
      id: key.id,
      name: "Web",
      env: "production",
      prefix: key.prefix,
      scopes: key.scopes,
      created: expect.any(String),
      expires: null,
      revoked: expect.any(String),
    },
  ]);
});

test("points of sale are added, disabled, enabled and listed", async () => {
  const { pointOfSale } = await admin(..."pos add 4 --company tienda --env homologation --name Mostrador".split(" "));
  expect(pointOfSale).toMatchObject({
    number: 4,
    env: "homologation",
    name: "Mostrador",
    enabled: true,
    exclusive: false,
    hasLogo: false,
  });
  await admin(..."pos add 4 --company tienda --env production".split(" "));
  expect((await admin(..."pos disable 4 --company tienda --env production".split(" "))).pointOfSale.enabled).toBe(
    false,
  );
  const { pointsOfSale } = await admin("pos", "list", "--company", "tienda");
  expect(pointsOfSale.map(({ env, enabled }: Record<string, unknown>) => [env, enabled])).toEqual([
    ["homologation", true],
    ["production", false],
  ]);
  expect((await admin(..."pos enable 4 --company tienda --env production".split(" "))).pointOfSale.enabled).toBe(true);
});

test("the audit log names the operator: by --as before or after the command, otherwise by login name", async () => {
  await admin(..."company create named --cuit 20111111112 --tax-type 6 --name Named".split(" "));
  const at = "--company named --env homologation".split(" ");
  await admin("pos", "add", "71", ...at, "--as", "  Ana\tGómez ");
  await admin("--as", "beto", "pos", "disable", "71", ...at);
  await admin("pos", "enable", "71", ...at);
  await admin("company", "update", "named", "--address", "Defensa 100", "--as", "carla");
  const { db, close } = openDatabase(database.url, { connections: 1 });
  const named = (action: string, resourceId: string) =>
    db.auditEntry.findMany({ where: { action, resourceId }, orderBy: { id: "asc" } });
  const names = [
    ...(await named("pos.create", "71")),
    ...(await named("pos.update", "71")),
    ...(await named("fiscaldata.update", "named")).slice(-1),
  ].map(({ actorType, actorName }) => `${actorType} ${actorName}`);
  await close();
  expect(names).toEqual(["admin Ana Gómez", "admin beto", `admin ${userInfo().username}`, "admin carla"]);

  const refused = await run("pos", "enable", "71", ...at, "--as", "x".repeat(65), "--json");
  expect([refused.exitCode, refused.json]).toEqual([2, { ok: false, error: expect.stringContaining("1 to 64") }]);
});

test("one key more than allowed is refused with the API's message, until one is revoked", async () => {
  await admin(..."company create full --cuit 20111111112 --tax-type 6 --name Full".split(" "));
  const { db, close } = openDatabase(database.url, { connections: 1 });
  await db.$executeRaw`
    INSERT INTO api_key (company_id, production, name, prefix, hash, scopes)
    SELECT c.id, false, 'filler', 'TEST_0000', sha256(n::text::bytea), '{read}'
    FROM company c, generate_series(1, 200) n WHERE c.code = 'full'`.finally(close);
  const create = "key create --company full --env homologation".split(" ");
  const { exitCode, json } = await run(...create, "--json");
  expect([exitCode, json]).toEqual([1, { ok: false, error: expect.stringMatching(/already has 200 API keys/) }]);

  const { keys } = await admin("key", "list", "--company", "full");
  expect(keys).toHaveLength(200);
  await admin("key", "revoke", `${keys[0].id}`, "--company", "full");
  expect((await admin(...create)).key.secret).toMatch(/^TEST_/);
});

test("a point of sale can be declared exclusive when added or later, and open again, and each change is audited", async () => {
  const at = "--company tienda --env homologation".split(" ");
  const of = (answer: { pointOfSale: Record<string, unknown> }) => answer.pointOfSale.exclusive;
  expect(of(await admin("pos", "add", "5", ...at, "--exclusive"))).toBe(true);
  expect(of(await admin("pos", "set", "5", ...at, "--exclusive", "no"))).toBe(false);
  expect(of(await admin("pos", "set", "5", ...at, "--exclusive"))).toBe(true);

  const { pointsOfSale } = await admin("pos", "list", ...at);
  expect(pointsOfSale.map(({ number, exclusive }: Record<string, unknown>) => [number, exclusive])).toEqual([
    [4, false],
    [5, true],
  ]);
  const text = (await run("pos", "list", ...at)).stdout;
  expect(text.split("\n")[0]).toMatch(/ENABLED +EXCLUSIVE +LOGO/);

  expect(await auditOfPointOfSale("5")).toEqual([
    { action: "pos.create", by: "admin", before: null, after: expect.objectContaining({ number: 5, exclusive: true }) },
    { action: "pos.update", by: "admin", before: { exclusive: true }, after: { exclusive: false } },
    { action: "pos.update", by: "admin", before: { exclusive: false }, after: { exclusive: true } },
  ]);
});

test("a certificate is requested with the public half alone and installed without a key, and then its private key goes under a new one", async () => {
  const withoutDatabase = quickCommandLine({ SECRET_KEY: secretKey });
  const { sealingKey, keyId } = (await withoutDatabase("secrets", "public-key", "--json")).json.secrets;
  expect([sealingKey, keyId]).toEqual([await publicKeyOf(secretKey), keyIdOf(sealingKey)]);
  expect((await withoutDatabase("secrets", "public-key")).stdout).toBe(`${sealingKey}\n`);

  const request = "certificate request --company tienda --env homologation --alias t1".split(" ");
  const keyless = quickCommandLine({ DATABASE_URL: database.url });
  expect((await keyless(...request, "--json")).json).toEqual({
    ok: false,
    error: expect.stringContaining("SEALING_KEY is not set: `secrets public-key` prints it"),
  });
  const sealing = quickCommandLine({ DATABASE_URL: database.url, SEALING_KEY: sealingKey });
  const { certificate } = await succeeding(sealing)(...request);
  expect((await sealing("secrets", "rotate", "--json")).json.error).toContain("SECRET_KEY is not set");

  const newKey = Buffer.alloc(32, 6).toString("base64");
  const newSealingKey = await publicKeyOf(newKey);
  const rotating = quickCommandLine({ DATABASE_URL: database.url, SECRET_KEY: secretKey, NEW_SECRET_KEY: newKey });
  const rotated = (certificates: number) => ({
    secrets: { certificates, tickets: 0, unopened: [], sealingKey: newSealingKey },
  });
  expect((await rotating("secrets", "rotate", "--json")).json).toEqual(rotated(1));
  expect((await rotating("secrets", "rotate", "--json")).json).toEqual(rotated(0));
  expect((await rotating("secrets", "rotate")).stdout).toContain("Nothing is sealed under the old key any more.");

  const otherKey = Buffer.alloc(32, 7).toString("base64");
  const astray = quickCommandLine({ DATABASE_URL: database.url, SECRET_KEY: secretKey, NEW_SECRET_KEY: otherKey });
  expect(await astray("secrets", "rotate", "--json")).toMatchObject({
    exitCode: 1,
    json: { ok: false, error: expect.stringMatching(/^Nothing was changed: none of the 1 private keys opens/) },
  });

  const file = path.join(folder, "signed.pem");
  const { sign } = await openCertificateAuthority(undefined);
  writeFileSync(file, await sign(certificate.csr));
  const install = ["certificate", "install", String(certificate.id), "--company", "tienda", "--file", file, "--json"];
  expect((await keyless(...install)).json).toEqual({
    certificate: { id: certificate.id, alias: "t1", env: "homologation", active: true, expires: expect.any(String) },
  });
});

test("PDFs that were put aside are listed with their reason, and tried again", async () => {
  const { db, close } = openDatabase(database.url, { connections: 1 });
  const [voucherId = 0] = await storeWaitingVouchers(db, { code: "tienda", production: false, count: 1 });
  const { companyId } = await db.voucher.findUniqueOrThrow({ where: { id: voucherId } });
  await db.printAttempt.create({
    data: { companyId, voucherId, versions: "1", attemptCount: 8, dueAt: new Date(), reason: "it crashed" },
  });
  const pdf = { voucherId, versions: "1", code: "tienda", environment: "homologation", tries: 8, reason: "it crashed" };
  expect(await admin("pdf", "aside", "--company", "tienda")).toEqual({ pdfs: [pdf] });
  const retried = await admin("pdf", "retry", `${voucherId}`, "--company", "tienda", "--as", "Ana");
  expect(retried).toEqual({ pdfs: 1, changed: true });
  expect(await auditOf("invoice.pdf.retry", `${voucherId}`)).toMatchObject([{ by: "admin", name: "Ana" }]);
  expect(await admin("pdf", "aside")).toEqual({ pdfs: [] });
  expect((await run("voucher", "show", `${voucherId}`, "--company", "tienda")).stdout).toContain("of 2026-11-01\n");
  await db.printAttempt.deleteMany();
  await db.pdf.create({ data: { companyId, voucherId, versions: "1", storageKey: "one.pdf", sizeBytes: 1 } });
  await db.$executeRaw`UPDATE voucher SET has_pdf = true`;
  await close();
});

test("queue status says why Redis does not answer, and what to do", async () => {
  const lonely = quickCommandLine({ DATABASE_URL: database.url, REDIS_URL: "redis://127.0.0.1:1" });
  expect(await lonely("queue", "status", "--json")).toMatchObject({
    exitCode: 1,
    json: { ok: false, error: expect.stringMatching(/^Redis does not answer: .*ECONNREFUSED.* Start Redis or Valkey/) },
  });
});

test("queue status shows the queues and the backlog", async () => {
  const { queues, backlog } = await admin("queue", "status");
  expect(queues.map(({ name }: { name: string }) => name)).toEqual([
    "issuance",
    "pdf",
    "mail",
    "webhook",
    "issuer-requests",
  ]);
  expect(backlog).toEqual({
    queued: 0,
    elements: 0,
    submitted: 0,
    unconfirmed: 0,
    pdfsDue: 0,
    pdfsAside: 0,
    mailsDue: 0,
    mailsOverLimit: 0,
  });
});

test.each([
  { args: "company show nobody", exitCode: 1, error: "There is no company nobody." },
  {
    args: "company create acme2 --cuit 30712345672 --name A --tax-type 1",
    exitCode: 2,
    error: "cuit: is not a tax id: its check digit is wrong",
  },
  {
    args: "company create tienda --cuit 30712345671 --name A --tax-type 1",
    exitCode: 1,
    error: "code: there is a company tienda already",
  },
  { args: "company create Ñandú --cuit 30712345671 --name A --tax-type 1", exitCode: 2, error: "code: must be" },
  {
    args: "company update tienda --accent-color red --account-email nobody",
    exitCode: 2,
    error: "accentColor: must be a colour as #RRGGBB; accountEmail: must be an e-mail address",
  },
  {
    args: "subscription set --company tienda --until 2026-02-30",
    exitCode: 2,
    error: "--until: must be a date that exists",
  },
  { args: "key create --company tienda --env production --scopes all", exitCode: 2, error: "scopes.0: must be one of" },
  { args: "key revoke 99999 --company tienda", exitCode: 1, error: "no API key 99999" },
  { args: "pos set 9 --exclusive --company tienda --env production", exitCode: 1, error: "no point of sale 9" },
  { args: "pos enable 9 --company tienda --env production", exitCode: 1, error: "no point of sale 9" },
  {
    args: "certificate install 99999 --company tienda --file package.json",
    exitCode: 1,
    error: "no certificate 99999",
  },
  { args: "certificate install 1 --company tienda --file /nowhere.pem", exitCode: 1, error: "/nowhere.pem" },
  { args: "voucher show 99999 --company tienda", exitCode: 1, error: "no voucher 99999" },
  { args: "reconcile --all --env production --since 2026-02-30", exitCode: 2, error: "exists, as YYYY-MM-DD" },
  { args: "pdf retry 99999 --company tienda", exitCode: 1, error: "no voucher 99999" },
  { args: "pos add 0 --company tienda --env production", exitCode: 2, error: "number: must be" },
  { args: "pos add 4 --company tienda --env production", exitCode: 1, error: "point of sale 4 is there already" },
  { args: "company create x", exitCode: 2, error: "--cuit" },
  { args: "company create x --cuit 20111111112 --name X --tax-type 2", exitCode: 2, error: "1, 4, 6" },
  { args: "pos add seven --company tienda --env production", exitCode: 2, error: "seven" },
  { args: "pos add 7 --company tienda --env prod", exitCode: 2, error: "homologation, production" },
  { args: "company create x --cuit 30.405.060 --name X --tax-type 1", exitCode: 2, error: "has the digits of a DNI" },
  {
    args: "certificate request --operator --env homologation --alias a --cuit 30-71000000-7",
    exitCode: 2,
    error: "--cuit: must be a tax id of 11 digits",
  },
  { args: "company frobnicate", exitCode: 2, error: "frobnicate" },
  { args: "frobnicate", exitCode: 2, error: "frobnicate" },
])(
  "$args ends with exit code $exitCode, and --json gives the error as one object",
  async ({ args, exitCode, error }) => {
    const ending = await runFaulty(...args.split(" "), "--json");
    expect(ending.exitCode).toBe(exitCode);
    expect(ending.json).toEqual({ ok: false, error: expect.stringContaining(error) });
    expect(ending.stderr).toBe("");
  },
);

test("the operator's tax id is taken as it is printed", async () => {
  const request = "certificate request --operator --env homologation --alias talonario --cuit".split(" ");
  const { certificate } = await admin(...request, "30-71000000-6");
  expect(certificate).toMatchObject({ alias: "talonario", csr: expect.stringContaining("BEGIN CERTIFICATE REQUEST") });
});

test("a write that finds everything as it should be says that it changed nothing", async () => {
  await admin(..."company create same --cuit 20111111112 --tax-type 6 --name Same".split(" "));
  const at = "--company same --env homologation".split(" ");
  const { key } = await admin("key", "create", ...at);
  await admin("pos", "add", "1", ...at);
  const writes = [
    ["company", "update", "same", "--address", "Defensa 100"],
    ["plan", "set", "--company", "same", "--monthly", "7"],
    ["quota", "extra", "--company", "same", "--add", "0"],
    ["subscription", "set", "--company", "same", "--until", "2040-01-01"],
    ["pos", "disable", "1", ...at],
    ["pos", "set", "1", ...at, "--exclusive", "yes"],
    ["key", "revoke", `${key.id}`, "--company", "same"],
    ["pdf", "retry", "--company", "same"],
  ];
  const never = ["quota", "pdf"];
  for (const write of writes) {
    const done = (await admin(...write)).changed;
    expect([write, done, (await admin(...write)).changed]).toEqual([write, !never.includes(write[0] ?? ""), false]);
  }
  expect((await run("pos", "enable", "1", ...at)).stdout).not.toContain("Nothing was changed");
  expect((await run("pos", "enable", "1", ...at)).stdout).toContain("Nothing was changed");
});

test("without --json the output is a table, and errors go to standard error", async () => {
  const listed = await run("company", "list");
  expect(listed.stdout.split("\n")[0]).toMatch(/^CODE +CUIT +NAME +TAX TYPE +CERTIFICATE +UNTIL +ACTIVE$/);
  const failed = await runFaulty("company", "show", "nobody");
  expect([failed.exitCode, failed.stdout, failed.stderr]).toEqual([1, "", "There is no company nobody.\n"]);
  const help = await run("--help");
  expect([help.exitCode, help.stderr]).toEqual([0, ""]);
  for (const noun of ["company", "certificate", "pos", "key", "doctor"]) expect(help.stdout).toContain(noun);
});

async function auditOfPointOfSale(number: string): Promise<unknown[]> {
  return (await auditOf("pos.%", number)).map(({ name: _, ...entry }) => entry);
}

async function auditOf(action: string, id: string): Promise<Record<string, unknown>[]> {
  const { db, close } = openDatabase(database.url, { connections: 1 });
  try {
    return await db.$queryRaw<Record<string, unknown>[]>`
      SELECT action, actor_type AS "by", actor_name AS name, before, after
      FROM audit_entry WHERE action LIKE ${action} AND resource_id = ${id} ORDER BY id`;
  } finally {
    await close();
  }
}
