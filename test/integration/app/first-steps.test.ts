import { beforeEach, expect, inject, test } from "vitest";
import { addApiKey } from "../../../api/operations/api-keys.js";
import { installCertificate, requestCertificate } from "../../../api/operations/certificates.js";
import { openCompany } from "../../../api/operations/companies.js";
import { addPointOfSale } from "../../../api/operations/points-of-sale.js";
import type { AskAuthority } from "../../../api/taxauth/ask-authority.js";
import type { NewCompany } from "../../../shared/db/company/companies.js";
import type { StatusCheck } from "../../../shared/db/issuer-requests/authority-question.js";
import type { AuthorityProblem } from "../../../shared/domain/authority-problem.js";
import { addMonths, argentineDay } from "../../../shared/domain/calendar.js";
import type { Role } from "../../../shared/domain/roles.js";
import { openCertificateAuthority } from "../../authority/certificate-authority.js";
import { type AppClient, openApp } from "../../support/app/app-client.js";
import { openForFile } from "../../support/open-for-file.js";
import { nthCuit } from "../../support/samples/cuit.js";
import { invoiceB } from "../../support/samples/invoice.js";

const well: StatusCheck = { ms: 12, problem: null };
const ill = (problem: AuthorityProblem): StatusCheck => ({ ms: 12, problem });
/** What the authority answers, or that it does so only after `release`. */
let checks: typeof allWell | "late";
let release = () => {};
/** For which environments it was asked. */
let asked: boolean[] = [];
const allWell = { connection: well, authentication: well, issuance: well, registry: well };
beforeEach(() => {
  checks = allWell;
  asked = [];
});

const askAuthority: AskAuthority = async ({ production }, ask) => {
  if (ask.kind !== "status") throw new Error(`nobody asks for ${ask.kind} here`);
  asked.push(production);
  if (checks !== "late") return { outcome: "status", ...checks };
  await new Promise<void>((resolve) => {
    release = resolve;
  });
  return { outcome: "status", ...allWell };
};

const app = await openForFile(() => openApp({}, { askAuthority }));

let companies = 0;
/** A company that has nothing yet, and its owner. */
async function openNew(fields: Partial<NewCompany> = {}) {
  companies += 1;
  const { db, deps } = app.system;
  const code = `nueva-${companies}`;
  const anchor = argentineDay(Date.now());
  const subscription = { anchor, until: addMonths(anchor, 12), monthlyVouchers: 100 };
  const company = { code, cuit: nthCuit(companies), name: "Empresa Nueva S.A.", taxType: 1, ...fields };
  const { id: companyId } = await openCompany(db, { type: "system" }, company, subscription);
  const operatorOf = (production: boolean) => ({ db, actor: { type: "system" } as const, companyId, production });
  return {
    companyId,
    base: `/app/${code}/homologation`,
    real: `/app/${code}/production`,
    owner: await app.signIn("owner", code),
    signIn: (role: Role) => app.signIn(role, code),
    addPoint: (production: boolean) => addPointOfSale(operatorOf(production), { number: 1, name: null, address: null }),
    async addCertificate(production: boolean) {
      const operator = operatorOf(production);
      const { id, csr } = await requestCertificate(operator, deps.sealer, { alias: "facturacion" });
      const { sign } = await openCertificateAuthority(inject("demo").authorityFolder);
      await installCertificate(operator, { id, certificate: await sign(csr), nowMs: Date.now() });
    },
    /** A voucher that another program issued. */
    async issue(production: boolean) {
      const { secret: key } = await addApiKey(operatorOf(production), { name: "Tienda", scopes: ["read", "issue"] });
      expect((await app.system.post(invoiceB(), { key, company: code })).status).toBe(201);
    },
  };
}

const complete = { address: "Mitre 100", grossIncome: "901-1", activityStart: "2024-01-01" };

const wordsOf = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

/** The state of each step, and where the one to do now leads. */
async function steps(client: AppClient, path: string) {
  const { status, text } = await client.get(path);
  expect(status).toBe(200);
  const states = [...text.matchAll(/<span class="state">([^<]+)</g)].map(([, state]) => state);
  const now = /<li class="current"[\s\S]*?<\/li>/.exec(text)?.[0] ?? "";
  return { states, now: wordsOf(now), href: /<a href="([^"]+)" class="button primary"/.exec(now)?.[1], text };
}

/** Of seven steps, those before this one are done. */
const doneUntil = (at: number) =>
  Array.from({ length: 7 }, (_, each) => (each < at ? "Hecho" : each === at ? "Ahora" : "Después"));

test("an owner of a new company lands on its first steps, in both environments, and can see the overview", async () => {
  const { base, real, owner, signIn } = await openNew();
  for (const path of [base, real]) {
    const landed = await owner.get(path);
    expect([landed.status, landed.location]).toEqual([303, `${path}/first-steps`]);
  }
  const overview = await owner.get(`${base}?overview`);
  expect(overview.status).toBe(200);
  expect(overview.text).toContain(`href="${base}/first-steps"`);
  for (const role of ["issuer", "reader"] as const) expect((await (await signIn(role)).get(base)).status).toBe(200);
});

test("each step is found out by the service, and leads to where it is done: from fiscal data to the first real voucher", async () => {
  const { db } = app.system;
  const company = await openNew();
  const { base, real, owner, companyId } = company;
  // However busy the machine is, the answer is awaited.
  const look = () => steps(owner, `${base}/first-steps?wait`);
  let found = await look();
  expect([found.states, found.href]).toEqual([doneUntil(0), `${real}/fiscal-data`]);
  expect(found.now).toContain("Falta completar el domicilio, los ingresos brutos y el inicio de actividades");
  const data = { ...complete, activityStart: new Date(complete.activityStart) };
  await db.company.update({ where: { id: companyId }, data });

  for (const [production, path, at] of [
    [false, base, 1],
    [true, real, 4],
  ] as const) {
    found = await look();
    expect([found.states, found.href]).toEqual([doneUntil(at), `${path}/certificates/new`]);
    await owner.post(`${path}/certificates/new`, { alias: "pedido" });
    const pending = await db.certificate.findFirst({ where: { companyId, production } });
    expect(await look()).toMatchObject({ states: doneUntil(at), href: `${path}/certificates/${pending?.id}` });
    expect(asked).toEqual([]);
    await company.addCertificate(production);

    checks = { ...allWell, issuance: ill({ kind: "notDelegated", services: ["wsfe"], detail: "" }) };
    found = await look();
    expect(found.states).toEqual(doneUntil(at));
    expect(found.href).toMatch(new RegExp(`^${path}/certificates/\\d+/check$`));
    expect(found.now).toContain("wsfe");
    checks = allWell;
    found = await look();
    expect([found.states, found.href]).toEqual([doneUntil(at + 1), `${path}/points-of-sale/new`]);

    await company.addPoint(production);
    checks = { ...allWell, issuance: ill({ kind: "pointOfSale", services: ["wsfe"], detail: "", posNumbers: [1] }) };
    found = await look();
    expect([found.states, found.href]).toEqual([doneUntil(at + 1), `${path}/points-of-sale`]);
    expect(found.now).toContain("ARCA no deja emitir por web services en el punto de venta 1");
    checks = allWell;
    found = await look();
    expect([found.states, found.href]).toEqual([doneUntil(at + 2), `${path}/invoices/new`]);
    // The same from the other environment: the steps are the company's.
    expect(await steps(owner, `${real}/first-steps?wait`)).toMatchObject({ states: found.states, href: found.href });

    expect(new Set(asked)).toEqual(new Set([production]));
    await company.issue(production);
    // A voucher proves it: the authority is not asked any more.
    asked = [];
    found = await look();
    expect(found.text).toMatch(new RegExp(`href="${path}/invoices/\\d+">Factura B 00001-00000001`));
    expect(asked).toEqual([]);
    const overview = await owner.get(path);
    expect([overview.status, overview.text.includes("/first-steps")]).toEqual([200, !production]);
  }
  expect(found.states).toEqual(Array(7).fill("Hecho"));
  expect(found.text).toContain("La empresa ya emite comprobantes reales");
});

test("an authority that answers late keeps nobody waiting; its answer comes by itself, or to who waits", async () => {
  const { base, owner, signIn, addCertificate, addPoint } = await openNew(complete);
  await addCertificate(false);
  await addPoint(false);
  const path = `${base}/first-steps`;
  checks = "late";
  const page = await steps(owner, path);
  expect(page.text).toContain("ARCA todavía no contestó");
  expect(page.text).toContain(`hx-get="${path}?wait"`);
  expect(page.states).toEqual(doneUntil(1));
  const waiting = steps(owner, `${path}?wait`);
  await expect.poll(() => asked.length).toBe(2);
  release();
  expect((await waiting).states).toEqual(doneUntil(3));

  checks = allWell;
  const reader = await steps(await signIn("reader"), `${path}?wait`);
  expect([reader.states, reader.href]).toEqual([doneUntil(3), undefined]);
  expect(reader.now).toContain("Lo hace quien tiene el rol para eso");
  expect((await steps(await signIn("issuer"), `${path}?wait`)).href).toBe(`${base}/invoices/new`);
  expect((await (await app.signIn("owner")).get(path)).status).toBe(404);
});

test("who issues real vouchers already needs no rehearsal, and does not land here", async () => {
  const { base, real, owner, addCertificate, addPoint, issue } = await openNew();
  await addCertificate(true);
  await addPoint(true);
  await issue(true);
  expect((await steps(owner, `${base}/first-steps`)).states).toEqual(["Ahora", ...Array(6).fill("Hecho")]);
  await owner.post(`${real}/fiscal-data`, { ...complete, name: "Nueva S.A.", taxType: "1", vatRounding: "auto" });
  expect((await steps(owner, `${base}/first-steps`)).states).toEqual(Array(7).fill("Hecho"));
  const overview = await owner.get(base);
  expect([overview.status, overview.text.includes("/first-steps")]).toEqual([200, false]);
});
