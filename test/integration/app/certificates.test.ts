import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { AuthorityAnswer } from "../../../shared/db/issuer-requests/authority-question.js";
import { openCertificateAuthority } from "../../authority/certificate-authority.js";
import { type AppClient, type OpenedApp, openApp } from "../../support/app/app-client.js";
import { publicCase } from "../../support/public-case.js";

const base = "/app/demo/homologation/certificates";
const dayMs = 86_400_000;

let app: OpenedApp;
let owner: AppClient;
let sign: Awaited<ReturnType<typeof openCertificateAuthority>>["sign"];
let status: AuthorityAnswer;
let ahead = 0;
beforeAll(async () => {
  app = await openApp({}, { askAuthority: async () => status, now: () => Date.now() + ahead });
  owner = await app.signIn("owner");
  ({ sign } = await openCertificateAuthority(inject("demo").authorityFolder));
});
afterAll(() => app?.[Symbol.asyncDispose]());

const well = { ms: 12, problem: null };

/** Goes through the first step. Gives the path of the certificate's page. */
async function request(alias: string): Promise<string> {
  const { status: answered, location } = await owner.post(`${base}/new`, { alias });
  expect([answered, location]).toEqual([303, expect.stringMatching(/\/certificates\/\d+\?said=requested$/)]);
  return (location ?? "").replace(/\?.*/, "");
}

test("the wizard leads from an alias to a certificate in use that is proven", async () => {
  const one = await request("facturacion 2");
  const page = await owner.get(one);
  for (const words of [
    "WSASS",
    "Crear autorización a servicio",
    "ws_sr_padron_a13",
    "-----BEGIN CERTIFICATE REQUEST-----",
  ])
    expect(page.text).toContain(words);

  const csr = await owner.get(`${one}/request.csr`);
  expect(csr.headers.get("content-disposition")).toBe('attachment; filename="facturacion_2.csr"');
  const pem = await sign(csr.text);

  const installed = await owner.post(`${one}/installation`, {
    certificate: "",
    certificateFile: new File([pem], "a.crt"),
  });
  expect([installed.status, installed.location]).toEqual([303, `${one}?said=installed`]);
  expect((await owner.get(one)).text).toContain("En uso");

  status = { outcome: "status", connection: well, authentication: well, issuance: well, registry: well };
  const proven = await owner.get(`${one}/check`);
  expect(proven.text).toContain("Todo funciona");
  expect(proven.text).not.toContain("No funciona");
});

test("each check that fails says what to do, in Spanish", async () => {
  const one = await request("probado");
  await owner.post(`${one}/installation`, { certificate: await sign((await owner.get(`${one}/request.csr`)).text) });
  const problem = { kind: "notDelegated" as const, services: ["wsfe"], detail: "coe.notAuthorized" };
  status = { outcome: "status", connection: well, authentication: well, issuance: { ms: 9, problem }, registry: well };
  const { text } = await owner.get(`${one}/check`);
  expect(text.match(/No funciona</g)).toHaveLength(1);
  expect(text).toContain("wsfe");
  expect(text).not.toMatch(/The certificate is not authorized|Retrying/);
});

test("a certificate that does not fit is refused beside the field, and what was pasted stays", async () => {
  const [one, other] = [await request("uno"), await request("otro")];
  const foreign = await sign((await owner.get(`${other}/request.csr`)).text);
  for (const certificate of [foreign, "no es un certificado"]) {
    const refused = await owner.post(`${one}/installation`, { certificate });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('id="field-certificate-error"');
    expect(refused.text).toContain(certificate.split("\n")[1] ?? certificate);
    expect(refused.text).not.toMatch(/must be|was not made/);
  }
  expect((await owner.post(`${one}/installation`, {})).text).toContain("Elegí el archivo que te dio ARCA");
  expect((await owner.get(`${one}/check`)).location).toBe(one);
});

test("an alias that cannot be is refused beside the field", async () => {
  const refused = await owner.post(`${base}/new`, { alias: "ñandú" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('id="field-alias-error"');
  expect(refused.text).toContain('value="ñandú"');
});

test("the list warns before the one in use expires, and renewing begins with its alias", async () => {
  const one = await request("renovable");
  await owner.post(`${one}/installation`, {
    certificate: await sign((await owner.get(`${one}/request.csr`)).text, { days: 40 }),
  });
  expect((await owner.get(base)).text).not.toContain("El certificado vence en");
  ahead = 20 * dayMs;
  expect((await owner.get(base)).text).toMatch(/El certificado vence en (19|20) días/);
  ahead = 41 * dayMs;
  expect((await owner.get(base)).text).toContain("El certificado venció");
  ahead = 0;

  const renewal = await owner.get(`${base}/new?renew`);
  expect(renewal.text).toContain('value="renovable"');
  const next = await owner.post(`${base}/new?renew`, { alias: "renovable" });
  const nextOne = (next.location ?? "").replace(/\?.*/, "");
  await owner.post(`${nextOne}/installation`, {
    certificate: await sign((await owner.get(`${nextOne}/request.csr`)).text),
  });
  expect((await owner.get(one)).text).toContain("Reemplazado");
});

test("in production the wizard tells the way of production", async () => {
  const { location } = await owner.post("/app/demo/production/certificates/new", { alias: "real" });
  const page = await owner.get(location ?? "");
  expect(page.text).toContain("Administración de Certificados Digitales");
  expect(page.text).toContain("Administrador de Relaciones de Clave Fiscal");
  expect(page.text).not.toContain("WSASS");
});

test("others see the certificates and what was said to them, and are offered no change", async () => {
  const one = await request("ajeno");
  const reader = await app.signIn("reader");
  expect((await reader.get(base)).text).not.toContain(`${base}/new`);
  expect((await reader.get(one)).text).not.toContain(`${one}/installation`);
  expect((await reader.get(`${one}/request.csr`)).status).toBe(200);
  expect((await reader.post(`${base}/new`, { alias: "x" })).status).toBe(403);
  expect((await reader.post(`${one}/installation`, { certificate: "x" })).status).toBe(403);
  const stranger = await app.signIn("owner", "mono");
  expect((await stranger.get(one)).status).toBe(404);
  expect((await stranger.get(one.replace("/demo/", "/mono/"))).status).toBe(404);
});

publicCase(
  {
    kind: "Certificates",
    sent: "application: the certificate as a DER file",
    right: "installed",
    rule: "api/app/README.md",
  },
  async () => {
    const one = await request("facturacion der");
    const pem = await sign((await owner.get(`${one}/request.csr`)).text);
    const der = Buffer.from(pem.replaceAll(/-----[A-Z ]+-----|\s/g, ""), "base64");
    const certificateFile = new File([der], "a.cer");
    const { status: answered, location } = await owner.post(`${one}/installation`, {
      certificate: "",
      certificateFile,
    });
    expect([answered, location]).toEqual([303, `${one}?said=installed`]);
  },
);

publicCase(
  {
    kind: "Certificates",
    sent: "application: the request itself",
    right: "told, in Spanish",
    rule: "api/app/README.md",
  },
  async () => {
    const one = await request("facturacion csr");
    const certificate = (await owner.get(`${one}/request.csr`)).text;
    const { text } = await owner.post(`${one}/installation`, { certificate });
    expect(text).toContain("Es el pedido de firma: subilo en ARCA");
  },
);
