import { createTransport } from "nodemailer";
import PostalMime from "postal-mime";
import { beforeAll, describe, expect, test } from "vitest";
import { compileTemplate } from "../../../mailer/compile-template.js";
import { composeMail } from "../../../mailer/compose.js";
import { type Fill, fillerOf } from "../../../mailer/template.js";
import type { Mail } from "../../../shared/db/delivery/recipients.js";
import { sampleMail } from "../../support/samples/sample-mail.js";
import { customers, sampleVoucher } from "../renderer/sample-voucher.js";

let fill: Fill;
beforeAll(async () => {
  fill = fillerOf(await compileTemplate("voucher"));
});

const from = "Talonario <no-reply@talonario.example>";

const compose = (changes: Partial<Mail> = {}) => composeMail(fill, from, sampleMail(changes), Buffer.from("%PDF-1.4"));

/** The message as a mail program parses it. */
async function received(changes: Partial<Mail>) {
  const { message } = await createTransport({ streamTransport: true, buffer: true, newline: "windows" }).sendMail(
    compose(changes),
  );
  return PostalMime.parse(message as Buffer);
}

describe("composeMail", () => {
  test("names the attached voucher, its receiver and its issuer", async () => {
    const mail = await received({ comments: "Gracias por su compra.\nVuelva pronto." });
    expect(mail.subject).toBe("Factura B 00002-00000701 de Papelera Andina S.A.");
    expect(mail.to).toEqual([{ address: "ana@example.com", name: "Ana Gómez" }]);
    expect(mail.attachments.map(({ filename, mimeType }) => ({ filename, mimeType }))).toEqual([
      { filename: "Factura-B-00002-00000701.pdf", mimeType: "application/pdf" },
    ]);
    for (const body of [mail.text, mail.html?.replace(/<[^>]*>/g, "")])
      for (const text of ["Hola, Ana Gómez:", "Factura B 00002-00000701", "21/11/2026", "$ 100,00", "75471234567890"])
        expect(body).toContain(text);
    expect(mail.text).toContain("Gracias por su compra.\nVuelva pronto.");
    expect(mail.html).toContain("Gracias por su compra.<br>Vuelva pronto.");
  });

  test("writes the file name of a credit note without accents", () => {
    const message = compose({ voucher: sampleVoucher({ voucherType: 3, customer: customers.registered }) });
    expect(message.attachments[0]?.filename).toBe("Nota-de-Credito-A-00002-00000701.pdf");
  });

  test("calls a CAEA by its name", async () => {
    const underCaea = { authorization: "CAEA" as const, cae: "26463476341977", caeExpirationDate: "20261130" };
    const mail = await received({ voucher: sampleVoucher({}, underCaea) });
    expect(mail.text).toContain("CAEA: 26463476341977\nVencimiento del CAEA: 30/11/2026");
    const cells = mail.html?.match(/(?<=<td[^>]*>)[^<]+/g);
    expect(cells).toEqual(expect.arrayContaining(["CAEA", "26463476341977", "Vencimiento del CAEA", "30/11/2026"]));
    for (const body of [mail.text, mail.html]) expect(body).not.toMatch(/\bCAE\b/);
  });

  test("names a credit invoice in subject, text and file name", async () => {
    const mail = await received({ voucher: sampleVoucher({ voucherType: 201, customer: customers.registered }) });
    const name = "Factura de Crédito Electrónica MiPyMEs (FCE) A 00002-00000701";
    expect(mail.subject).toBe(`${name} de Papelera Andina S.A.`);
    expect(mail.attachments[0]?.filename).toBe("Factura-de-Credito-FCE-A-00002-00000701.pdf");
    for (const body of [mail.text, mail.html?.replace(/<[^>]*>/g, "")]) expect(body).toContain(`Adjuntamos la ${name}`);
  });

  test("comes under the company's name from the service's address, and answers go to the company", async () => {
    const mail = await received({ sender: { replyTo: "ventas@ñandú.com.ar", senderName: "Librería del Sur" } });
    expect(mail.from).toEqual({ address: "no-reply@talonario.example", name: "Librería del Sur" });
    expect(mail.replyTo).toEqual([{ address: "ventas@xn--and-6ma2c.com.ar", name: "" }]);
    const usual = await received({});
    expect([usual.from, usual.replyTo]).toEqual([
      { address: "no-reply@talonario.example", name: "Talonario" },
      undefined,
    ]);
  });

  test.each(["Ana\r\nBcc: otra@example.com", 'Ana" <otra@example.com>', "Ana <otra@example.com>, Eva"])(
    "a sender's name is one name, whatever it holds: %j",
    async (senderName) => {
      const mail = await received({ sender: { replyTo: null, senderName } });
      expect(mail.from?.address).toBe("no-reply@talonario.example");
      expect(mail.bcc).toBeUndefined();
      expect(mail.from?.name).toBe(senderName.replace("\r\n", " "));
    },
  );

  test("marks the message as auto-generated", async () => {
    const mail = await received({});
    expect(mail.headers).toContainEqual(expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }));
  });

  test("leaves out missing values", () => {
    const message = compose({ name: null });
    expect(message.text).toMatch(/^Hola:\n\nAdjuntamos la Factura B/);
    expect(message.html).not.toMatch(/\{\{|null|undefined/);
  });

  test("says that a homologation voucher has no fiscal validity", () => {
    const message = compose({ voucher: sampleVoucher({}, { production: false }) });
    expect(message.subject).toMatch(/^\[Homologación\] /);
    expect(message.text).toContain("sin validez fiscal");
    expect(compose().html).not.toContain("sin validez fiscal");
  });

  test("the Message-ID depends on voucher and recipient only", () => {
    expect(compose().messageId).toBe(compose({ name: "Otra" }).messageId);
    expect(compose().messageId).toBe("<voucher-75471234567890-41-7@talonario.example>");
    expect(compose({ recipientId: 8 }).messageId).not.toBe(compose().messageId);
  });

  test("hostile values add no markup, headers or recipients", async () => {
    const hostile = '<img src=x>"\r\nBcc: victim@example.com\r\n\r\n{{cae}}';
    const voucher = sampleVoucher();
    const mail = await received({
      name: hostile,
      comments: hostile,
      voucher: { ...voucher, issuer: { ...voucher.issuer, name: hostile } },
    });
    expect(mail.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(mail.subject).toBe('Factura B 00002-00000701 de <img src=x>" Bcc: victim@example.com {{cae}}');
    expect(mail.to).toEqual([{ address: "ana@example.com", name: '<img src=x>" Bcc: victim@example.com {{cae}}' }]);
    expect(mail.html).not.toContain("<img src=x>");
    expect(mail.html).toContain("{{cae}}");
  });

  test("what stands in a header is one line before it is passed on, whatever ends a line", () => {
    const hostile = ["\r\n", "\n", "\r", "\u0000", "\u000b", "\u0085", "\u2028", "\u2029"].join("Bcc: eve@example.com");
    const voucher = sampleVoucher();
    const { subject, to, from } = compose({
      name: hostile,
      sender: { replyTo: null, senderName: hostile },
      voucher: { ...voucher, issuer: { ...voucher.issuer, name: hostile } },
    });
    for (const text of [subject, to.name, (from as { name: string }).name])
      expect(text).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
  });

  test("the message loads nothing from the network", () => {
    expect(compose().html).not.toMatch(/(src|href|url\()\s*=?\s*["']?https?:/i);
  });
});
