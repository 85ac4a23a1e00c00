import { z } from "@hono/zod-openapi";
import { voucherFields } from "../../shared/db/listing/listed-fields.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { pdfLayouts } from "../../shared/domain/pdf-form.js";
import { maxFilters, maxListedValues } from "../parsing/read-listing.js";
import { issued, preview, success } from "../schemas/answers.js";
import { emailSchedule } from "../schemas/email-schedule.js";
import { field } from "../schemas/field.js";
import { issuanceRequestShape } from "../schemas/issuance-request.js";
import { creditNoteShape, debitNoteShape } from "../schemas/note-request.js";
import { oneOf } from "../schemas/one-of.js";
import { regeneration, scheduled, voucher, voucherWithNotes } from "../schemas/voucher.js";
import { answer, describeIn } from "./describe.js";
import { commaSeparated, listingQuery, matching } from "./listing-query.js";
import { idInPath } from "./number-in-path.js";

const describe = describeIn("Vouchers");
const id = idInPath("id", { en: "The voucher's id.", es: "El id del comprobante." });

const keyHeader = z.object({
  "Idempotency-Key": field(z.string().optional(), {
    says: {
      en: "Taken as `idempotency` when the body has none.",
      es: "Se toma como `idempotency` si el cuerpo no la tiene.",
    },
  }),
});

/** @param again when the key had its voucher before */
const issuing = (again: LocalizedText) => ({
  ...answer(201, issued, { en: "Authorized.", es: "Autorizado." }),
  ...answer(200, issued, again),
});
const ofIssuing = ["VALIDATION_ERROR", "TAXAUTH_UNCONFIRMED", "VOUCHER_LOCK_TIMEOUT", "SUBSCRIPTION_QUOTA_EXCEEDED"];

/** The operations under `/invoices`, as the OpenAPI document describes them. */
export const invoiceDocs = [
  describe("POST /invoices", "issueInvoice", {
    summary: { en: "Issue a voucher", es: "Emitir un comprobante" },
    description: {
      en: "Answers after the tax authority has authorized the voucher. One `idempotency` key makes at most one voucher: after a lost answer, a timeout or a 409 TAXAUTH_UNCONFIRMED, send the same body again.",
      es: "Responde cuando ARCA autorizó el comprobante. Una clave `idempotency` hace un comprobante como mucho: si se perdió la respuesta, si tardó demasiado o si responde 409 TAXAUTH_UNCONFIRMED, enviá de nuevo el mismo cuerpo.",
    },
    body: issuanceRequestShape,
    headers: keyHeader,
    answers: issuing({
      en: "The key already had a voucher: this one.",
      es: "La clave ya tenía un comprobante: este.",
    }),
    failures: [409, 422, 502],
    codes: ofIssuing,
  }),
  describe("GET /invoices", "listInvoices", {
    summary: { en: "List vouchers", es: "Listar comprobantes" },
    description: {
      en: `Every filter takes the suffixes \`__gt\`, \`__gte\`, \`__lt\`, \`__lte\` and \`__in\` (a comma-separated list of at most ${maxListedValues} different values); all combine with AND. A query may have at most ${maxFilters.invoices} filters. Unknown or invalid parameters are ignored and named in \`warnings\`.`,
      es: `Cada filtro lleva también los sufijos \`__gt\`, \`__gte\`, \`__lt\`, \`__lte\` e \`__in\` (hasta ${maxListedValues} valores distintos, separados por comas); tienen que cumplirse todos. Una consulta lleva ${maxFilters.invoices} filtros como mucho. Los parámetros desconocidos o inválidos se ignoran y se nombran en \`warnings\`.`,
    },
    query: listingQuery(voucherFields),
    answers: matching(voucher),
  }),
  describe("POST /invoices/preview", "previewInvoice", {
    summary: { en: "Preview a voucher", es: "Vista previa de un comprobante" },
    description: {
      en: "Takes the same body as issuing, checks it and computes the amounts. Issues nothing and consumes no number.",
      es: "Recibe el mismo cuerpo que la emisión, lo revisa y calcula los importes. No emite nada ni usa ningún número.",
    },
    body: issuanceRequestShape,
    headers: keyHeader,
    answers: answer(200, success(preview), {
      en: "The amounts that would be issued, the reasons why the voucher would be refused, and notes.",
      es: "Los importes que se emitirían, los motivos por los que se rechazaría, y notas.",
    }),
    never: [402],
  }),
  describe("GET /invoices/{id}", "getInvoice", {
    summary: { en: "Get a voucher", es: "Ver un comprobante" },
    description: {
      en: "By its id, as the listing has it, and with the notes that modify it.",
      es: "Por su id, como está en el listado, y con las notas que lo modifican.",
    },
    params: id,
    answers: answer(200, success(voucherWithNotes), {
      en: "The voucher, with its notes.",
      es: "El comprobante, con sus notas.",
    }),
  }),
  describe("POST /invoices/{id}/credit-notes", "creditInvoice", {
    summary: { en: "Credit a voucher", es: "Hacer una nota de crédito" },
    description: {
      en: "Issues a credit note of an invoice or debit note. What the body leaves out is the voucher's own; without `items` the whole voucher is credited, to the cent. Credit notes never come to more than the voucher and its debit notes. All else is as in issuing: answers, waiting, keys and quota.",
      es: "Emite una nota de crédito de una factura o nota de débito. Lo que el cuerpo no trae sale del comprobante; sin `items` se acredita entero, al centavo. Las notas de crédito nunca suman más que el comprobante y sus notas de débito. Lo demás es como en la emisión: respuestas, espera, claves y cupo.",
    },
    params: id,
    body: creditNoteShape,
    headers: keyHeader,
    answers: issuing({
      en: "The key already had a credit note of this voucher: this one.",
      es: "La clave ya tenía una nota de crédito de este comprobante: esta.",
    }),
    failures: [409, 422, 502],
    codes: ofIssuing,
  }),
  describe("POST /invoices/{id}/debit-notes", "debitInvoice", {
    summary: { en: "Debit a voucher", es: "Hacer una nota de débito" },
    description: {
      en: "Issues a debit note of an invoice or credit note, of the items that are given: interest, a price that was too low. What else the body leaves out is the voucher's own. All else is as in issuing: answers, waiting, keys and quota.",
      es: "Emite una nota de débito de una factura o nota de crédito, con las líneas que enviás: intereses, un precio que era bajo. Lo que el cuerpo no trae sale del comprobante. Lo demás es como en la emisión: respuestas, espera, claves y cupo.",
    },
    params: id,
    body: debitNoteShape,
    headers: keyHeader,
    answers: issuing({
      en: "The key already had a debit note of this voucher: this one.",
      es: "La clave ya tenía una nota de débito de este comprobante: esta.",
    }),
    failures: [409, 422, 502],
    codes: ofIssuing,
  }),
  describe("GET /invoices/{id}/pdf", "downloadInvoicePdf", {
    summary: { en: "Download the PDF", es: "Descargar el PDF" },
    description: {
      en: "In the layout and with the copies that are asked for. 409 PDF_NOT_READY while it is made, some seconds after issuing.",
      es: "Con el formato y las copias que se piden. 409 PDF_NOT_READY mientras se hace, unos segundos después de emitir.",
    },
    params: id,
    query: z.object({
      versions: field(commaSeparated(oneOf([1, 2, 3])), {
        says: {
          en: "Copies in order, separated by commas: 1 original, 2 duplicate, 3 triplicate. Default 1.",
          es: "Copias en orden, separadas por comas: 1 original, 2 duplicado, 3 triplicado. Si no viene, 1.",
        },
        example: [1, 2],
      }),
      layout: field(z.enum(pdfLayouts).optional(), {
        says: {
          en: "The paper: a sheet of A4, or a roll of 80 or 58 mm for a shop's printer. Default: the layout of the point of sale.",
          es: "El papel: una hoja A4, o un rollo de 80 o 58 mm para la impresora de un comercio. Si no viene, el del punto de venta.",
        },
      }),
    }),
    answers: answer(
      200,
      z.string().openapi({ format: "binary" }),
      { en: "The file.", es: "El archivo." },
      { contentType: "application/pdf" },
    ),
    failures: [409],
    codes: ["PDF_NOT_READY"],
  }),
  describe("POST /invoices/{id}/pdf", "printInvoiceAgain", {
    summary: { en: "Print the PDF again", es: "Volver a imprimir el PDF" },
    description: {
      en: "Possible within 30 days of issuance, at most 5 times in 24 hours.",
      es: "Se puede hasta 30 días después de emitir, 5 veces como mucho en 24 horas.",
    },
    params: id,
    answers: answer(202, success(regeneration), { en: "The PDF is being printed.", es: "El PDF se está imprimiendo." }),
    codes: ["QUOTA_EXCEEDED"],
  }),
  describe("POST /invoices/{id}/emails", "mailInvoice", {
    summary: { en: "Mail an issued voucher", es: "Enviar por correo un comprobante emitido" },
    description: {
      en: "At most 3 recipients per voucher, including those of the issuance.",
      es: "Hasta 3 destinatarios por comprobante, contando los de la emisión.",
    },
    params: id,
    body: emailSchedule,
    answers: answer(202, success(scheduled), { en: "The mail will be sent.", es: "El correo se va a enviar." }),
  }),
];
