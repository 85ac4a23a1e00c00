import { beforeAll, expect, test } from "vitest";
import { compileTemplate } from "../../../mailer/compile-template.js";
import { composeWarning } from "../../../mailer/compose-warning.js";
import { type Fill, fillerOf } from "../../../mailer/template.js";
import type { FcePayment } from "../../../shared/domain/fce.js";
import { sampleWarnings } from "../../support/samples/sample-mail.js";

let fill: Fill;
beforeAll(async () => {
  fill = fillerOf(await compileTemplate("warning"));
});

const from = { from: "Talonario <no-reply@talonario.example>", appUrl: "https://facturas.example.com" };
const composed = (kind: string) => {
  const warning = sampleWarnings.find((each) => each.kind === kind);
  if (!warning) throw new Error(`there is no sample of ${kind}`);
  return composeWarning(fill, from, warning);
};

test.each([
  ["quota", "Queda poco de su cupo mensual de comprobantes: Papelera Andina S.A.", ["90.012", "100.000", "21/12/2026"]],
  [
    "certificate",
    "Su certificado fiscal vence en 7 días: Papelera Andina S.A.",
    ["andina-2024", "producción", "01/12/2026"],
  ],
  [
    "apikey",
    "Una clave de API vence en 7 días: Papelera Andina S.A.",
    ["Tienda", "PROD_a1B2", "producción", "30/11/2026"],
  ],
  ["renewed", "Su suscripción quedó renovada: Papelera Andina S.A.", ["15.000,10", "14/12/2026"]],
  [
    "subscription",
    "Su suscripción vence mañana: Papelera Andina S.A.",
    ["22/11/2026", "https://facturas.example.com/app/andina/production/plan"],
  ],
  [
    "planchange",
    "Su plan cambia el 01/01/2027: Papelera Andina S.A.",
    ["«Base 2027»", "20.000,00", "un mes", "https://facturas.example.com/app/andina/production/plan"],
  ],
  [
    "fiscaldata",
    "Se cambiaron sus datos fiscales desde homologación: Papelera Andina S.A.",
    [
      "El 21/11/2026 a las 23:30, la clave «Pruebas» (TEST_a1B2…, número 7):",
      "Nombre: «Papelera Andina S.A.» → «Papelera Otra S.A.»",
      "Domicilio: sin dato → «Defensa 100»",
      "Condición frente al IVA: responsable inscripto → monotributo",
      "Y 2 cambios más.",
    ],
  ],
  [
    "webhook",
    "Se desactivó un webhook: Papelera Andina S.A.",
    ["producción", "Ningún envío tuvo éxito durante cinco días.", "https://andina.example/avisos", "PATCH /webhooks"],
  ],
  [
    "report",
    "La contingencia se debe informar a ARCA hasta el 23/11/2026: Papelera Andina S.A.",
    [
      "Del CAEA 26463476341977, de la primera quincena de 11/2026 en producción",
      "informar 1.203 comprobantes, 1 rechazado por ARCA",
      "declarar sin movimiento 2 puntos de venta",
      "POST /invoices/ID/report",
    ],
  ],
])("the %s warning says what ends, when, and what to do", (kind, subject, facts) => {
  const message = composed(kind);
  expect(message.subject).toBe(subject);
  expect(message.to).toEqual({ name: "Papelera Andina S.A.", address: "cuenta@andina.example" });
  for (const fact of facts) {
    expect(message.text).toContain(fact);
    expect(message.html).toContain(fact);
  }
  expect(message.messageId).toMatch(/^<warning-andina-\d@talonario\.example>$/);
});

test("the rule above a mail has the colour of a warning, and that of a renewal has not", () => {
  for (const { kind } of sampleWarnings)
    expect([kind, composed(kind).html.includes("#b45309")]).toEqual([kind, kind !== "renewed"]);
});

test("without an address of the application, the mail before the end says whom to ask", () => {
  const warning = sampleWarnings.find(({ kind }) => kind === "subscription");
  if (!warning) throw new Error("there is no sample");
  const { text } = composeWarning(fill, { ...from, appUrl: undefined }, warning);
  expect(text).toContain("hable con quien opera el servicio");
  expect(text).not.toContain("/plan");
});

test("[F1] a change of how credit invoices are paid is told with account, alias and system", () => {
  const fiscalData = sampleWarnings.find(({ kind }) => kind === "fiscaldata");
  if (fiscalData?.facts.kind !== "fiscaldata") throw new Error("there is no sample of fiscaldata");
  const tell = (before: FcePayment | null, after: FcePayment | null): string => {
    const changes = fiscalData.facts.kind === "fiscaldata" ? fiscalData.facts.changes.slice(0, 1) : [];
    const facts = {
      kind: "fiscaldata" as const,
      more: 0,
      changes: changes.map((change) => ({ ...change, before: { fce: before }, after: { fce: after } })),
    };
    return composeWarning(fill, from, { ...fiscalData, facts }).text;
  };
  const own = { cbu: "2850590940090418135201", alias: "empresa.cobros", transfer: "SCA" as const };
  expect(tell(null, own)).toContain(
    "Cobro de las facturas de crédito MiPyMEs: sin dato → CBU 2850590940090418135201, empresa.cobros, SCA",
  );
  expect(tell({ ...own, alias: null, transfer: "ADC" }, null)).toContain(
    "Cobro de las facturas de crédito MiPyMEs: CBU 2850590940090418135201, ADC → sin dato",
  );
});

test("a change of the company's activity is told by its code", () => {
  const fiscalData = sampleWarnings.find(({ kind }) => kind === "fiscaldata");
  if (fiscalData?.facts.kind !== "fiscaldata") throw new Error("there is no sample of fiscaldata");
  const changes = fiscalData.facts.changes
    .slice(0, 1)
    .map((change) => ({ ...change, before: { activityCode: null }, after: { activityCode: "011111" } }));
  const { text } = composeWarning(fill, from, { ...fiscalData, facts: { kind: "fiscaldata", more: 0, changes } });
  expect(text).toContain("Actividad (código): sin dato → «011111»");
});

test("a hostile name in a change adds neither markup nor a line", () => {
  const warning = sampleWarnings.find(({ kind }) => kind === "fiscaldata");
  if (warning?.facts.kind !== "fiscaldata") throw new Error("there is no sample of fiscaldata");
  const [change] = warning.facts.changes;
  if (!change) throw new Error("the sample has no change");
  const hostile = "<b>x</b>\r\nDomicilio: «otro»";
  const facts = {
    ...warning.facts,
    changes: [{ ...change, key: { ...change.key, name: hostile }, after: { name: hostile } }],
  };
  const message = composeWarning(fill, from, { ...warning, facts });
  expect(message.html).not.toContain("<b>");
  expect(message.text).not.toMatch(/^Domicilio: «otro»/m);
});

test("a hostile company name or alias adds neither markup nor a header", () => {
  const hostile = "<b>x</b>\r\nBcc: eve@example.com";
  const [, certificate] = sampleWarnings;
  if (certificate?.facts.kind !== "certificate") throw new Error("the second sample must be a certificate warning");
  const message = composeWarning(fill, from, {
    ...certificate,
    companyName: hostile,
    facts: { ...certificate.facts, alias: hostile },
  });
  expect(message.html).not.toContain("<b>");
  expect(message.subject).not.toMatch(/[\r\n]/);
  expect(message.to.name).not.toMatch(/[\r\n]/);
});

test("a contingency without a rejected voucher asks for nothing to be corrected", () => {
  const warning = sampleWarnings.find(({ kind }) => kind === "report");
  if (warning?.facts.kind !== "report") throw new Error("there is no sample of report");
  const tell = (unreported: number, undeclared: number) =>
    composeWarning(fill, from, {
      ...warning,
      facts: { ...warning.facts, unreported, rejected: 0, undeclared } as never,
    }).text;
  expect(tell(1, 0)).toContain("informar 1 comprobante\n");
  expect(tell(1, 0)).not.toMatch(/sin movimiento|rechazado/);
  expect(tell(0, 1)).toContain("declarar sin movimiento 1 punto de venta\n");
  expect(tell(0, 1)).not.toMatch(/informar 0|rechazado/);
});

test("the mail about a webhook leaves out the query of its address, which may hold a secret", () => {
  const { text, html } = composed("webhook");
  expect(text + html).not.toContain("clave");
});
