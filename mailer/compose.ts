import type { Mail } from "../shared/db/recipients.js";
import { printAmount, printDate, printTaxId } from "../shared/domain/formats.js";
import { currencySign, pdfFileName, voucherName } from "../shared/domain/voucher-words.js";
import type { Fill } from "./template.js";

/** A message as nodemailer takes it. */
export interface Message {
  from: string;
  to: { name: string; address: string };
  subject: string;
  messageId: string;
  text: string;
  html: string;
  attachments: { filename: string; content: Buffer; contentType: string }[];
}

const testNotice = "Comprobante de homologación: sin validez fiscal.";

/** The message for one recipient, in Spanish. The same voucher and recipient always give the same Message-ID. */
export function composeMail(fill: Fill, from: string, mail: Mail, pdf: Buffer): Message {
  const { voucher } = mail;
  const title = voucherName(voucher);
  const issuer = oneLine(voucher.issuer.name);
  const name = oneLine(mail.name ?? "");
  const greeting = name ? `Hola, ${name}:` : "Hola:";
  const total = `${currencySign(voucher.body.currency.id)} ${printAmount(voucher.amounts.total)}`;
  const date = printDate(voucher.voucherDate);
  const caeExpiration = printDate(voucher.caeExpirationDate);
  const cuit = printTaxId(voucher.issuer.cuit);
  const notice = voucher.production ? null : testNotice;

  const paragraphs = [
    greeting,
    `Adjuntamos la ${title}, emitida el ${date}, por un total de ${total}.`,
    mail.comments,
    `CAE: ${voucher.cae}\nVencimiento del CAE: ${caeExpiration}`,
    notice,
    `Mensaje enviado automáticamente por cuenta de ${issuer}, CUIT ${cuit}.`,
  ];
  return {
    from,
    to: { name, address: mail.email },
    subject: `${voucher.production ? "" : "[Homologación] "}${title} de ${issuer}`,
    messageId: messageId(mail, from),
    text: `${paragraphs.filter((paragraph) => paragraph !== null && paragraph !== "").join("\n\n")}\n`,
    html: fill({
      title,
      issuer,
      greeting,
      date,
      total,
      cuit,
      cae: voucher.cae,
      caeExpiration,
      comments: { paragraph: mail.comments },
      notice: { paragraph: notice },
    }),
    attachments: [{ filename: pdfFileName(voucher), content: pdf, contentType: "application/pdf" }],
  };
}

function messageId({ voucher, voucherId, recipientId }: Mail, from: string): string {
  const domain = /@([A-Za-z0-9.-]+)>?$/.exec(from)?.[1] ?? "localhost";
  return `<voucher-${voucher.cae}-${voucherId}-${recipientId}@${domain}>`;
}

/** What goes into a header is one line, whatever was sent. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/ +/g, " ")
    .trim();
