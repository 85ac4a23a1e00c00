import { beforeAll, expect, test } from "vitest";
import { composePersonMail } from "../../../mailer/compose-person-mail.js";
import { compileTemplate, type Fill } from "../../../mailer/template.js";
import { samplePersonMails as samples } from "../../support/samples/sample-mail.js";

let fill: Fill;
beforeAll(async () => {
  fill = await compileTemplate("person");
});

const from = "Talonario <no-reply@talonario.example>";
const app = "https://facturas.example.com";
const urls = { app: `${app}/app`, forgot: `${app}/app/forgot`, password: `${app}/app/password?token=a-b_c` };

test.each([
  [
    "invite",
    { hasPassword: false },
    "Papelera Andina S.A. te invita a Talonario",
    urls.password,
    ["48 horas", urls.forgot],
  ],
  [
    "invite",
    { hasPassword: true },
    "Papelera Andina S.A. te invita a Talonario",
    urls.app,
    ["La contraseña es la que ya tenés"],
  ],
  [
    "reset",
    { hasPassword: true },
    "Elegí una contraseña nueva para Talonario",
    urls.password,
    ["48 horas", "Si no lo pediste"],
  ],
  ["password-changed", { hasPassword: true }, "Tu contraseña de Talonario cambió", urls.forgot, ["se cerraron todas"]],
] as const)("the mail %s %o says what it is for and leads there", (kind, over, subject, url, facts) => {
  const isForPassword = url === urls.password;
  const mail = { ...samples[kind], ...over };
  const message = composePersonMail(fill, from, mail, { ...urls, password: isForPassword ? urls.password : null });
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
