import { beforeAll, beforeEach, expect, inject, test } from "vitest";
import { changeCompany } from "../../../api/operations/companies.js";
import { addPointOfSale } from "../../../api/operations/points-of-sale.js";
import type { ServiceDelegation, StatusCheck } from "../../../shared/db/issuer-requests/authority-question.js";
import type { AuthorityProblem } from "../../../shared/domain/authority-problem.js";
import { openCertificateAuthority } from "../../authority/certificate-authority.js";
import { openApp } from "../../support/app/app-client.js";
import { openForFile } from "../../support/open-for-file.js";
import { addOperatorCertificate } from "../../support/samples/operator-certificate.js";

const operatorCuit = "30710000006";
const demoCuit = "30712345671";
const [test_, real] = ["/app/demo/homologation", "/app/demo/production"];
const problem: AuthorityProblem = {
  kind: "notDelegated",
  services: ["wsfe"],
  detail: "600",
  delegation: {
    ...{ production: true, taxId: demoCuit, operator: { taxId: operatorCuit, alias: "facturador" } },
    ...{ lacks: "company", pendingUntil: "2026-11-25T15:10:00.000Z" },
  },
};
const done = (name: string): ServiceDelegation => ({ name, authorized: true, problem: null });
let services: ServiceDelegation[];

const check: StatusCheck = { ms: 3, problem: null };
const app = await openForFile(() =>
  openApp(
    {},
    {
      askAuthority: async (_tenant, { kind }) =>
        kind === "delegation"
          ? { outcome: "delegation", services }
          : {
              outcome: "status",
              connection: check,
              authentication: check,
              registry: check,
              issuance: { ms: 3, problem },
            },
    },
  ),
);
const owner = await app.signIn("owner");
beforeAll(async () => {
  const { db } = app.system;
  const { id: companyId } = await db.company.findUniqueOrThrow({ where: { code: "demo" } });
  const operator = { db, actor: { type: "system" } as const, companyId, production: true };
  await changeCompany(operator, { certificateMode: "delegated" });
  await addPointOfSale(operator, { number: 9, name: null, address: null });
});
beforeEach(() => {
  services = [{ name: "wsfe", authorized: false, problem }, done("ws_sr_padron_a13")];
});

async function installOperator(production: boolean): Promise<void> {
  const { sign } = await openCertificateAuthority(inject("demo").authorityFolder);
  await addOperatorCertificate({ db: app.system.db, secretKey: app.system.secretKey, production, sign });
}

const textOf = (html: string) =>
  html
    .replaceAll(/<head>[\s\S]*?<\/head>|<script[\s\S]*?<\/script>/g, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");

test("before the operator has a certificate the company is told to tell them, and asked for nothing", async () => {
  const page = textOf((await owner.get(`${real}/certificates`)).text);
  expect(page).toContain("Falta el certificado de quien opera el servicio");
  expect(page).not.toContain("Nueva Relación");
  expect(textOf((await owner.get(`${real}?overview`)).text)).toContain(
    "Falta el certificado de quien opera el servicio",
  );
  expect(textOf((await owner.get(`${real}/first-steps`)).text)).toContain(
    "Falta el certificado de quien opera el servicio: avisale.",
  );
});

test("the page says what to do in the portal, and checks what is missing, in Spanish", async () => {
  for (const production of [true, false]) await installOperator(production);
  const page = await owner.get(`${real}/certificates`);
  for (const words of [operatorCuit, "30-71000000-6", "Nueva Relación", "Facturación Electrónica", "clave fiscal"])
    expect(page.text).toContain(words);
  expect(page.text).toContain(`href="${real}/certificates/delegation"`);

  const checked = textOf((await owner.get(`${real}/certificates/delegation`)).text);
  expect(checked).toContain("La delegación todavía no está completa");
  expect(checked).toContain(
    "Falta delegar wsfe: en ARCA, abrí Administrador de Relaciones de Clave Fiscal, Nueva Relación, y en Facturación Electrónica poné como representante a 30-71000000-6.",
  );
  expect(checked).toContain("25/11/2026 12:10");

  services = [done("wsfe"), { name: "wsfecred", authorized: null, problem: { ...problem, kind: "down" } }];
  expect(textOf((await owner.get(`${real}/certificates/delegation`)).text)).toContain(
    "No se pudo preguntar todo a ARCA",
  );
  services = [done("wsfe")];
  expect(textOf((await owner.get(`${real}/certificates/delegation`)).text)).toContain("La delegación está completa");
});

test("in homologation the operator does it alone", async () => {
  const page = textOf((await owner.get(`${test_}/certificates`)).text);
  expect(page).toContain("la empresa no tiene nada que hacer");
  expect(page).toContain(`con ${demoCuit} como CUIT representado`);
});

test("first steps and overview count the operator's certificate, and ask for none of the company's own", async () => {
  const steps = textOf((await owner.get(`${real}/first-steps?wait`)).text);
  expect(steps).toContain("Emite el certificado de quien opera el servicio (CUIT 30-71000000-6 )");
  expect(steps).toContain("Falta delegar wsfe");
  const overview = textOf((await owner.get(`${real}?overview`)).text);
  expect(overview).toContain("quien opera el servicio");
  expect(overview).not.toContain("Falta el certificado");
});
