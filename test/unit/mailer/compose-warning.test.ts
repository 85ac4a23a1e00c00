import { beforeAll, expect, test } from "vitest";
import { composeWarning } from "../../../mailer/compose-warning.js";
import { compileTemplate, type Fill } from "../../../mailer/template.js";
import { sampleWarnings } from "../../support/samples/sample-mail.js";

let fill: Fill;
beforeAll(async () => {
  fill = await compileTemplate("warning");
});

const from = "Talonario <no-reply@talonario.example>";
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
  ["subscription", "Su suscripción vence mañana: Papelera Andina S.A.", ["22/11/2026"]],
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
