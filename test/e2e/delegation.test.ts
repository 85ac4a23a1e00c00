import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitFor } from "../sandbox/wait-for.js";
import { type CommandLine, quickCommandLine, succeeding } from "../support/processes/command-line.js";
import { type System, startSystem } from "../support/processes/system.js";
import { invoiceB, today } from "../support/samples/invoice.js";
import { demoSecretKey } from "../support/servers/demo-database.js";
import { endWithoutViolation } from "./ledgers.js";

const operator = "30710000006";
const alias = "facturador";
const demoCuit = "30712345671";
/** What the authority gives no second ticket within. */
const windowSeconds = 600;

let folder: string;
let system: System;
let run: CommandLine;
let admin: ReturnType<typeof succeeding>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "talonario-operator-"));
  system = await startSystem({ processes: ["api", "issuer", "issuer-2"] });
  await system.authority.set({ alreadyAuthenticatedSeconds: windowSeconds });
  const REDIS_URL = `redis://${system.redis.options.host}:${system.redis.options.port}`;
  run = quickCommandLine({ DATABASE_URL: system.databaseUrl, REDIS_URL, SECRET_KEY: demoSecretKey });
  admin = succeeding(run);
  const { certificate } = await admin(
    "certificate",
    "request",
    "--operator",
    "--env",
    "homologation",
    "--alias",
    alias,
  );
  const file = path.join(folder, "signed.pem");
  await writeFile(file, await system.authority.certificate(certificate.csr));
  const installed = await admin("certificate", "install", `${certificate.id}`, "--operator", "--file", file);
  expect(installed.certificate).toMatchObject({ id: certificate.id, active: true, cuit: operator });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await endWithoutViolation(system);
});

interface Shop {
  code: string;
  cuit: string;
  key: string;
}

/** A company of letter C that delegated to the operator, with a point of sale and a key. */
async function openShop(code: string, cuit: string): Promise<Shop> {
  const of = ["--company", code, "--env", "homologation"];
  const { company } = await admin(
    ...["company", "create", code, "--cuit", cuit, "--name", code, "--tax-type", "6", "--certificate", "delegated"],
  );
  expect(company).toMatchObject({ certificate: "delegated" });
  await admin("pos", "add", "1", ...of);
  const { key } = await admin("key", "create", ...of, "--name", "till");
  return { code, cuit, key: key.secret };
}

const call = ({ code, key }: Pick<Shop, "code" | "key">, path: string, body?: object) =>
  // biome-ignore lint/suspicious/noExplicitAny: each test checks the shape that it expects
  system.request<any>(path, { company: code, key, ...(body && { method: "POST", body }) });

/** What the doctor says of a company's certificate and delegation in homologation. */
async function doctorOf(code: string): Promise<object[]> {
  const { json } = await run("doctor", "--company", code, "--json");
  return json.checks.filter(({ name }: { name: string }) => /^(certificate|delegation) \(homologation/.test(name));
}

const issue = (shop: Shop, over: Record<string, unknown> = {}) =>
  call(
    shop,
    "/invoices",
    invoiceB({ voucherType: 11, items: [{ description: "Pan", quantity: 1, price: 100 }], ...over }),
  );

const delegate = (...relations: { represents: string; service?: string }[]) =>
  system.authority.set({ relations: relations.map((one) => ({ certificate: operator, ...one })) });

/** As if the window had passed since the last login: the operator's tickets are older, and the issuers start anew. */
async function passWindow(): Promise<void> {
  for (const name of ["issuer", "issuer-2"] as const) await system.kill(name);
  await system.expireLocks();
  await system.sql(
    `UPDATE ticket SET generated_at = generated_at - interval '${windowSeconds + 60} seconds', login_at = NULL`,
  );
  await system.authority.reset(["tickets"]);
  await Promise.all([system.start("issuer"), system.start("issuer-2")]);
}

test("three companies on one certificate: who delegated issues, and who did not is told what is missing, by whom and until when", async () => {
  const [bakery, butcher, grocer] = [
    await openShop("panaderia", "20222222223"),
    await openShop("carniceria", "20333333334"),
    await openShop("verduleria", "20444444445"),
  ];
  await delegate({ represents: bakery.cuit }, { represents: butcher.cuit, service: "ws_sr_padron_a13" });
  const before = await system.authority.calls("loginCms");

  const issued = await issue(bakery);
  expect([issued.status, issued.body.result]).toMatchObject([201, { voucherNumber: 1 }]);
  expect((await system.authority.ledger({ cuit: bakery.cuit })).length).toBe(1);
  expect((await call(bakery, "/taxauth/delegation")).body.result).toEqual({
    mode: "delegated",
    operatorCuit: operator,
    services: ["wsfe", "ws_sr_constancia_inscripcion", "ws_sr_padron_a13"].map((name) => ({ name, authorized: true })),
  });
  expect((await call(bakery, "/fiscal-data")).body.result.certificate).toEqual({ mode: "delegated", cuit: operator });

  // The butcher lacks the service that issues. The registries answer to the operator.
  const refused = await issue(butcher);
  expect([refused.status, refused.body.code]).toEqual([502, "TAXAUTH_CONNECTION_ERROR"]);
  const [words, pending] = [
    refused.body.error as string,
    /shows it, at (\S+) at the earliest/.exec(`${refused.body.error}`),
  ];
  expect(words).toContain(`The operator's certificate "${alias}" of ${operator} may not act for ${butcher.cuit}`);
  expect(words).toContain(`"Crear autorización a servicio", with ${butcher.cuit} as the represented tax id`);
  expect(words).toContain("Retrying does not help.");
  const { body } = await call(butcher, "/taxauth/delegation");
  const [wsfe, ...registries] = body.result.services;
  expect(wsfe).toEqual({
    name: "wsfe",
    authorized: false,
    suggestion: expect.stringContaining(`may not act for ${butcher.cuit} in the service "wsfe"`),
    pendingUntil: pending?.[1],
  });
  expect(Date.parse(wsfe.pendingUntil)).toBeGreaterThan(Date.now());
  expect(registries.map(({ authorized }: { authorized: boolean }) => authorized)).toEqual([true, true]);
  const { issuance, authentication } = (await call(butcher, "/taxauth/status")).body.result;
  expect([authentication.ok, issuance.ok, issuance.suggestion]).toEqual([true, false, wsfe.suggestion]);
  expect((await call(butcher, `/taxauth/padron/${demoCuit}`)).body.result.name).toBe("EMPRESA DEMO SA");

  // The grocer's delegation comes while it waits: a ticket of before does not show it.
  const waiting = invoiceB({ voucherType: 11, items: [{ description: "Papa", quantity: 1, price: 50 }] });
  expect((await call(grocer, "/invoices", waiting)).status).toBe(502);
  await delegate({ represents: bakery.cuit }, { represents: grocer.cuit });
  const early = (await call(grocer, "/taxauth/delegation")).body.result.services[0];
  expect(early).toMatchObject({ name: "wsfe", authorized: false, pendingUntil: wsfe.pendingUntil });
  expect(await system.authority.calls("loginCms"), "one login for each service, of all companies").toBe(before + 3);

  expect(await doctorOf("carniceria")).toMatchObject([
    { name: "certificate (homologation)", ok: true, detail: expect.stringContaining("the operator's, valid until") },
    { name: "delegation (homologation)", ok: false, fix: wsfe.suggestion },
  ]);
  const { delegations } = await admin("certificate", "delegations");
  const named = ({ services }: { services: { name: string; authorized: boolean }[] }) =>
    services.find(({ name }) => name === "wsfe")?.authorized;
  expect(delegations.map((each: { company: string; services: [] }) => [each.company, named(each)])).toEqual([
    ["carniceria", false],
    ["panaderia", true],
    ["verduleria", false],
  ]);
  // Nothing was asked: it says since when it knows.
  for (const { services } of delegations)
    for (const { since, refusal } of services) expect([Date.parse(since) <= Date.now(), refusal]).toEqual([true, null]);
  expect((await run("certificate", "delegations")).stdout).toMatch(/wsfe yes since 20.*doctor --company CODE asks it/s);
  expect((await run("doctor", "--json")).json.checks).toContainEqual({
    name: "delegations",
    ok: false,
    detail: expect.stringMatching(/does not name carniceria \(20333333334, homologation\), verduleria/),
    fix: expect.stringContaining("doctor --company CODE"),
  });

  await passWindow();
  const [late] = (await call(grocer, "/taxauth/delegation")).body.result.services;
  expect(late).toEqual({ name: "wsfe", authorized: true });
  expect((await call(grocer, "/invoices", waiting)).body.result).toMatchObject({ voucherNumber: 1 });
  expect((await issue(bakery)).body.result).toMatchObject({ voucherNumber: 2 });
  expect(await system.authority.calls("loginCms"), "one more, that looked for the grocer").toBe(before + 4);
});

test("companies that are not delegated cost the others nothing: no login, no ticket, no voucher", async () => {
  const [florist, stranger] = [await openShop("floreria", "20555555556"), await openShop("forastero", "20666666667")];
  await delegate({ represents: florist.cuit });
  await passWindow();
  expect((await issue(florist)).status).toBe(201);
  const before = await system.authority.calls("loginCms");
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      at % 2 === 0 ? issue(florist) : issue(stranger).then((answer) => ({ ...answer, isStranger: true })),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(
    Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 201 : 502)),
  );
  for (const { body } of answers.filter((answer) => "isStranger" in answer))
    expect(body.error).toContain(`may not act for ${stranger.cuit}`);
  expect(await system.authority.calls("loginCms")).toBe(before);
  expect(await system.authority.ledger({ cuit: stranger.cuit })).toEqual([]);
});

test("a company that changes between its own certificate and the operator's loses nothing that is in flight", async () => {
  await delegate({ represents: demoCuit });
  await passWindow();
  const demo = { code: "demo", cuit: demoCuit, key: system.keys.keys.test };
  const use = (mode: string) => admin("company", "update", "demo", "--certificate", mode);
  const one = (over: Record<string, unknown> = {}) => call(demo, "/invoices", invoiceB(over));
  await use("delegated");
  expect((await call(demo, "/taxauth/delegation")).body.result.services[0]).toEqual({ name: "wsfe", authorized: true });
  expect((await one()).body.result).toMatchObject({ voucherNumber: 1 });

  let number = 1;
  for (const mode of ["own", "delegated"]) {
    // Granted, and its answer lost: nobody knows of it while the certificate changes.
    await system.authority.pushFault({ operation: "FECAESolicitar", when: "after", action: "hang" });
    const body = invoiceB();
    const inFlight = call(demo, "/invoices", body);
    number += 1;
    await waitFor(async () => (await system.authority.ledger({ cuit: demoCuit, pos: 1 })).length === number, {
      message: "the grant whose answer is lost",
    });
    const others = Array.from({ length: 5 }, () => one());
    await use(mode);
    await system.authority.clearFaults();
    expect((await inFlight).body.result, mode).toMatchObject({ voucherNumber: number });
    expect((await call(demo, "/invoices", body)).body.result).toMatchObject({
      voucherNumber: number,
      idempotencyHit: true,
    });
    const answers = await Promise.all(others);
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201));
    number += 5;
    expect((await one({ voucherDate: today() })).body.result).toMatchObject({ voucherNumber: ++number });
  }
  const ledger = await system.authority.ledger({ cuit: demoCuit, pos: 1 });
  expect(ledger.map(({ number: of }) => of)).toEqual(Array.from({ length: number }, (_, at) => at + 1));
  const entries = await system.sql(
    "SELECT before, after FROM audit_entry WHERE action = 'fiscaldata.update' AND resource_id = 'demo' AND after ? 'certificateMode' ORDER BY id",
  );
  expect(entries).toEqual([
    { before: { certificateMode: "own" }, after: { certificateMode: "delegated" } },
    { before: { certificateMode: "delegated" }, after: { certificateMode: "own" } },
    { before: { certificateMode: "own" }, after: { certificateMode: "delegated" } },
  ]);
});

test("without an operator's certificate its companies are told whom to tell, and a look shows it everywhere", async () => {
  const shop = await openShop("kiosco", "20777777778");
  const { key } = await admin("key", "create", "--company", "kiosco", "--env", "production", "--name", "till");
  await admin("pos", "add", "1", "--company", "kiosco", "--env", "production");
  const real = { ...shop, key: key.secret };
  const words = "The operator of this service has no active tax-authority certificate in this environment";
  const refused = await issue(real);
  expect([refused.status, refused.body.code]).toEqual([400, "VALIDATION_ERROR"]);
  expect(refused.body.error).toContain(words);
  const { operatorCuit, services } = (await call(real, "/taxauth/delegation")).body.result;
  expect(operatorCuit).toBeNull();
  expect(services[0]).toEqual({ name: "wsfe", authorized: false, suggestion: expect.stringContaining(words) });
  expect((await call(real, "/taxauth/status")).body.result.issuance.suggestion).toContain(words);
  expect((await call(real, "/fiscal-data")).body.result.certificate).toEqual({ mode: "delegated", cuit: null });
});
