import { beforeAll, expect, test } from "vitest";
import { compileTemplate } from "../../../mailer/compile-template.js";
import { composePersonMail } from "../../../mailer/compose-person-mail.js";
import { type Fill, fillerOf } from "../../../mailer/template.js";
import { samplePersonMails as samples } from "../../support/samples/sample-mail.js";

let fill: Fill;
beforeAll(async () => {
  fill = fillerOf(await compileTemplate("person"));
});

const from = "Talonario <no-reply@talonario.example>";
const app = "https://facturas.example.com";
const urls = { forgot: `${app}/app/forgot`, link: `${app}/app/password?token=a-b_c` };

test.each([
  [
    "invite",
    "Te invitaron a Talonario",
    urls.link,
    ["“Papelera Andina S.A.”", "48 horas", urls.forgot, "Si ya tenés una contraseña"],
  ],
  ["reset", "Elegí una contraseña nueva para Talonario", urls.link, ["una hora", "Si no lo pediste"]],
  ["password-changed", "Tu contraseña de Talonario cambió", urls.forgot, ["se cerraron todas"]],
] as const)("the mail %s says what it is for and leads there", (kind, subject, url, facts) => {
  const mail = samples[kind];
  const message = composePersonMail(fill, from, mail, { ...urls, link: url === urls.link ? url : null });
  expect(message.subject).toBe(subject);
  expect(message.to).toEqual({ name: "Ana Paredes", address: "ana@andina.example" });
  expect(message.text).toContain(`:\n${url}\n`);
  expect(message.html).toContain(`href="${url}"`);
  for (const fact of [...facts, "Hola, Ana Paredes:", "ana@andina.example"]) {
    expect(message.text).toContain(fact);
    expect(message.html).toContain(fact);
  }
  expect(message.messageId).toBe(`<person-${mail.id}@talonario.example>`);
  expect(message.headers).toEqual({ "Auto-Submitted": "auto-generated" });
});

test("an invitation carries none of the company's words in its subject, and nothing to follow or call in its text", () => {
  const companyName =
    "ARCA: deuda intimada. Regularice hoy en https://evil.example/pago o llame al 0-800-333-4444 antes de las 18 hs, o su cuenta se cierra";
  const { subject, text, html } = composePersonMail(fill, from, { ...samples.invite, name: null, companyName }, urls);
  expect(subject).toBe("Te invitaron a Talonario");
  for (const shown of [text, html]) {
    expect(shown).not.toMatch(/evil|0-800/);
    expect(shown).toContain("“ARCA: deuda intimada. Regularice hoy en … o llame al …");
  }
  expect(/“[^”]*”/.exec(text)?.[0]).toHaveLength(62);
  expect(text).toMatch(/^Hola:\n/);
});

test("a person without a name is greeted all the same", () => {
  const { text, to } = composePersonMail(fill, from, { ...samples.reset, name: null }, urls);
  expect(text).toMatch(/^Hola:\n/);
  expect(to.name).toBe("");
});

test("a hostile name of a company or a person adds neither markup nor a header", () => {
  const hostile = "<b>x</b>\r\nBcc: eve@example.com";
  const message = composePersonMail(fill, from, { ...samples.invite, name: hostile, companyName: hostile }, urls);
  expect(message.html).not.toContain("<b>");
  expect(message.subject).not.toMatch(/[\r\n]/);
  expect(message.to.name).not.toMatch(/[\r\n]/);
});
