import type { Mail } from "../shared/db/delivery/recipients.js";
import { printAmount, printDate, printFullNumber, printTaxId } from "../shared/domain/formats.js";
import { toAsciiAddress } from "../shared/domain/mail-address.js";
import { nameOfVoucher } from "../shared/domain/spanish.js";
import { currencySign, pdfFileName, voucherTypeName } from "../shared/domain/voucher-words.js";
import { automatic, type Message, messageIdOf, oneLine, paragraphs } from "./message.js";
import type { Fill } from "./template.js";

const testNotice = "Comprobante de homologación: sin validez fiscal.";

/** The message for one recipient, in Spanish. The same voucher and recipient always give the same Message-ID. */
export function composeMail(fill: Fill, from: string, mail: Mail, pdf: Buffer): Message {
  const { voucher, voucherId, recipientId, comments } = mail;
  const title = nameOfVoucher(voucher);
  const issuer = oneLine(voucher.issuer.name);
  const name = oneLine(mail.name ?? "");
  const greeting = name ? `Hola, ${name}:` : "Hola:";
  const total = `${currencySign(voucher.body.currency.id)} ${printAmount(voucher.amounts.total)}`;
  const date = printDate(voucher.voucherDate);
  const caeExpiration = printDate(voucher.caeExpirationDate);
  const cuit = printTaxId(voucher.issuer.cuit);
  const notice = voucher.production ? null : testNotice;

  return {
    from: senderOf(from, mail.sender.senderName),
    ...(mail.sender.replyTo !== null && { replyTo: toAsciiAddress(mail.sender.replyTo) }),
    to: { name, address: toAsciiAddress(mail.email) },
    subject: `${voucher.production ? "" : "[Homologación] "}${title} de ${issuer}`,
    messageId: messageIdOf(`voucher-${voucher.cae}-${voucherId}-${recipientId}`, from),
    text: paragraphs([
      greeting,
      `Adjuntamos la ${title}, emitida el ${date}, por un total de ${total}.`,
      comments,
      `${voucher.authorization}: ${voucher.cae}\nVencimiento del ${voucher.authorization}: ${caeExpiration}`,
      notice,
      `Mensaje enviado automáticamente por cuenta de ${issuer}, CUIT ${cuit}.`,
    ]),
    html: fill({
      title,
      kind: voucherTypeName(voucher.voucherType),
      number: printFullNumber(voucher.posNumber, voucher.voucherNumber),
      issuer,
      greeting,
      date,
      total,
      cuit,
      authorization: voucher.authorization,
      cae: voucher.cae,
      caeExpiration,
      comments: { block: "quote", text: comments },
      notice: { block: "notice", text: notice },
    }),
    headers: automatic,
    attachments: [{ filename: pdfFileName(voucher), content: pdf, contentType: "application/pdf" }],
  };
}

/** The service's address under the company's name. */
function senderOf(from: string, name: string | null): Message["from"] {
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  return name === null ? from : { name: oneLine(name), address };
}
