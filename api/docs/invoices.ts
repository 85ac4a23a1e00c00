import { z } from "@hono/zod-openapi";
import { voucherFields } from "../../shared/db/listing/listed-fields.js";
import { pdfLayouts } from "../../shared/domain/pdf-form.js";
import { maxFilters, maxListedValues } from "../request/read-listing.js";
import { issued, list, preview, success } from "../schemas/answers.js";
import { emailSchedule } from "../schemas/email-schedule.js";
import { issuanceRequestShape } from "../schemas/issuance-request.js";
import { creditNoteShape, debitNoteShape } from "../schemas/note-request.js";
import { oneOf } from "../schemas/one-of.js";
import { regeneration, scheduled, voucher, voucherWithNotes } from "../schemas/voucher.js";
import { describe } from "./describe.js";
import { commaSeparated, listingQuery } from "./listing-query.js";
import { idInPath } from "./number-in-path.js";

const id = idInPath("id", "The voucher's id.");

const keyHeader = z.object({
  "Idempotency-Key": z.string().optional().openapi({ description: "Taken as `idempotency` when the body has none." }),
});

/** The operations under `/invoices`, as the OpenAPI document describes them. */
export const invoiceDocs = [
  describe({
    method: "post",
    path: "/invoices",
    tag: "Vouchers",
    summary: "Issue a voucher",
    description:
      "Answers after the tax authority has authorized the voucher. One `idempotency` key makes at most one voucher: after a lost answer, a timeout or a 409 TAXAUTH_UNCONFIRMED, send the same body again.",
    body: issuanceRequestShape,
    headers: keyHeader,
    answers: {
      201: { description: "Authorized.", schema: issued },
      200: { description: "The key already had a voucher: this one.", schema: issued },
    },
    failures: [402, 409, 422, 502],
    codes: ["VALIDATION_ERROR", "TAXAUTH_UNCONFIRMED", "VOUCHER_LOCK_TIMEOUT", "SUBSCRIPTION_QUOTA_EXCEEDED"],
  }),
  describe({
    method: "get",
    path: "/invoices",
    tag: "Vouchers",
    summary: "List vouchers",
    description: `Every filter takes the suffixes \`__gt\`, \`__gte\`, \`__lt\`, \`__lte\` and \`__in\` (a comma-separated list of at most ${maxListedValues} different values); all combine with AND. A query may have at most ${maxFilters.invoices} filters. Unknown or invalid parameters are ignored and named in \`warnings\`.`,
    query: listingQuery(voucherFields),
    answers: { 200: { description: "One page; `total` counts all matches.", schema: list(voucher) } },
    failures: [],
  }),
  describe({
    method: "post",
    path: "/invoices/preview",
    tag: "Vouchers",
    summary: "Preview a voucher",
    description:
      "Takes the same body as issuing, checks it and computes the amounts. Issues nothing and consumes no number.",
    body: issuanceRequestShape,
    headers: keyHeader,
    answers: {
      200: {
        description: "The amounts that would be issued, the reasons why the voucher would be refused, and notes.",
        schema: success(preview),
      },
    },
    failures: [],
  }),
  describe({
    method: "get",
    path: "/invoices/{id}",
    tag: "Vouchers",
    summary: "Get a voucher",
    description: "By its id, as the listing has it, and with the notes that modify it.",
    params: id,
    answers: { 200: { description: "The voucher, with its notes.", schema: success(voucherWithNotes) } },
    failures: [404],
  }),
  describe({
    method: "post",
    path: "/invoices/{id}/credit-notes",
    tag: "Vouchers",
    summary: "Credit a voucher",
    description:
      "Issues a credit note of an invoice or debit note. What the body leaves out is the voucher's own; without `items` the whole voucher is credited, to the cent. Credit notes never come to more than the voucher and its debit notes. All else is as in issuing: answers, waiting, keys and quota.",
    params: id,
    body: creditNoteShape,
    headers: keyHeader,
    answers: {
      201: { description: "Authorized.", schema: issued },
      200: { description: "The key already had a credit note of this voucher: this one.", schema: issued },
    },
    failures: [402, 404, 409, 422, 502],
    codes: ["VALIDATION_ERROR", "TAXAUTH_UNCONFIRMED", "VOUCHER_LOCK_TIMEOUT", "SUBSCRIPTION_QUOTA_EXCEEDED"],
  }),
  describe({
    method: "post",
    path: "/invoices/{id}/debit-notes",
    tag: "Vouchers",
    summary: "Debit a voucher",
    description:
      "Issues a debit note of an invoice or credit note, of the items that are given: interest, a price that was too low. What else the body leaves out is the voucher's own. All else is as in issuing: answers, waiting, keys and quota.",
    params: id,
    body: debitNoteShape,
    headers: keyHeader,
    answers: {
      201: { description: "Authorized.", schema: issued },
      200: { description: "The key already had a debit note of this voucher: this one.", schema: issued },
    },
    failures: [402, 404, 409, 422, 502],
    codes: ["VALIDATION_ERROR", "TAXAUTH_UNCONFIRMED", "VOUCHER_LOCK_TIMEOUT", "SUBSCRIPTION_QUOTA_EXCEEDED"],
  }),
  describe({
    method: "get",
    path: "/invoices/{id}/pdf",
    tag: "Vouchers",
    summary: "Download the PDF",
    description:
      "In the layout and with the copies that are asked for. 409 PDF_NOT_READY while it is made, some seconds after issuing.",
    params: id,
    query: z.object({
      versions: commaSeparated(oneOf([1, 2, 3])).openapi({
        description: "Copies in order, separated by commas: 1 original, 2 duplicate, 3 triplicate. Default 1.",
        example: [1, 2],
      }),
      layout: z.enum(pdfLayouts).optional().openapi({
        description:
          "The paper: a sheet of A4, or a roll of 80 or 58 mm for a shop's printer. Default: the layout of the point of sale.",
      }),
    }),
    answers: {
      200: {
        description: "The file.",
        schema: z.string().openapi({ format: "binary" }),
        contentType: "application/pdf",
      },
    },
    failures: [404, 409],
    codes: ["PDF_NOT_READY"],
  }),
  describe({
    method: "post",
    path: "/invoices/{id}/pdf",
    tag: "Vouchers",
    summary: "Print the PDF again",
    description: "Possible within 30 days of issuance, at most 5 times in 24 hours.",
    params: id,
    answers: { 202: { description: "The PDF is being printed.", schema: success(regeneration) } },
    failures: [402, 404],
    codes: ["QUOTA_EXCEEDED"],
  }),
  describe({
    method: "post",
    path: "/invoices/{id}/emails",
    tag: "Vouchers",
    summary: "Mail an issued voucher",
    description: "At most 3 recipients per voucher, including those of the issuance.",
    params: id,
    body: emailSchedule,
    answers: { 202: { description: "The mail will be sent.", schema: success(scheduled) } },
    failures: [402, 404],
  }),
];
