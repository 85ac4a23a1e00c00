import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { NoteKind } from "../../shared/domain/voucher-types.js";
import { maxFilters, maxListedValues } from "../parsing/read-listing.js";

/** A tool: the operation of the API that it calls, and all that a model must know of it beside its arguments. */
export interface ToolWords {
  name: string;
  method: "get" | "post";
  /** As the OpenAPI document has it, below the company. */
  path: string;
  words: string;
  annotations: ToolAnnotations;
  /** Takes `previewHash`: without it nothing is issued. */
  needsPreview?: "always" | "answers preview";
  /** Another tool that has the same arguments: what it says of one is not said again. */
  argumentsAs?: string;
  /** Kind of the note that it makes of the voucher in the path. */
  noteKind?: NoteKind;
  /** Shows the smallest body. */
  hasExample?: true;
}

const reads: ToolAnnotations = { readOnlyHint: true };
/** Annotations of tools that issue. A voucher cannot be taken back. The same key makes it once. */
const issues: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: true };

const retry =
  "After a lost answer, a timeout, TAXAUTH_UNCONFIRMED or an error that says to call again, call it with the same arguments and the same idempotency: one key makes at most one voucher. A new key for the same sale makes a second one. idempotencyHit true: the key had its voucher already, which is answered, and nothing more was issued.";

const retryNote = "After a lost answer or an error that says so, call it again as issue_invoice is called again.";

/** Source: api/README.md, "Agents". */
export const tools: readonly ToolWords[] = [
  {
    name: "preview_invoice",
    method: "post",
    path: "/invoices/preview",
    words:
      "Checks what would be issued and computes its amounts. Issues nothing and uses up no number. Show totals, problems, notes to the person. Correct what problems name, or else it will be refused, and preview again; CLOSES_NUMBERING alone refuses nothing: ask the person whether the date ahead is meant. notes: what may surprise. When the person agrees, give previewHash with the same arguments to issue_invoice within 15 minutes.",
    annotations: reads,
    hasExample: true,
  },
  {
    name: "issue_invoice",
    method: "post",
    path: "/invoices",
    words: `Answers when the tax authority has authorized the voucher, with its id, number and CAE. Needs the previewHash that preview_invoice answered for the same arguments, idempotency included, at most 15 minutes ago. A voucher cannot be changed or deleted, only credited. ${retry}`,
    annotations: issues,
    needsPreview: "always",
    argumentsAs: "preview_invoice",
  },
  {
    name: "get_invoice",
    method: "get",
    path: "/invoices/{id}",
    words: "All of one voucher by its id, with the notes that modify it. hasPdf says whether its PDF is there.",
    annotations: reads,
  },
  {
    name: "list_invoices",
    method: "get",
    path: "/invoices",
    words: `Finds vouchers. Each field below is a filter for equal values, and with a suffix another one: __gt (more), __gte (from), __lt (less), __lte (up to), __in (one of these, with commas between them, at most ${maxListedValues}); such as date__gte, total__lt, type__in. All that are given must hold, at most ${maxFilters.invoices}. total counts all that match, result has the newest: ask for few rows with limit. warnings names each filter that was misspelled and therefore not applied.`,
    annotations: reads,
  },
  {
    name: "get_invoice_pdf",
    method: "get",
    path: "/invoices/{id}/pdf",
    words:
      "Answers the file. It is there some seconds after the voucher: after PDF_NOT_READY call again in a few seconds.",
    annotations: reads,
  },
  {
    name: "send_invoice_email",
    method: "post",
    path: "/invoices/{id}/emails",
    words:
      "Mails the PDF. Ask the person before you mail. A second call with the same address mails again, so after a success do not call again. A voucher has at most 3 recipients, those of its issuance included.",
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  },
  {
    name: "credit_invoice",
    method: "post",
    path: "/invoices/{id}/credit-notes",
    words: `Issues a credit note of an invoice or debit note. Without items it credits the whole voucher, to the cent; what else is left out is the voucher's own. Credit notes never come to more than the voucher and its debit notes. Without previewHash it issues nothing and answers the preview: show it to the person, and call again with the same arguments and its previewHash within 15 minutes. ${retryNote}`,
    annotations: issues,
    needsPreview: "answers preview",
    noteKind: "credit",
  },
  {
    name: "debit_invoice",
    method: "post",
    path: "/invoices/{id}/debit-notes",
    words: `Issues a debit note of an invoice or credit note, of the items that are given: what is owed besides, such as interest or a price that was too low. What else is left out is the voucher's own. Without previewHash it issues nothing and answers the preview: show it to the person, and call again with the same arguments and its previewHash within 15 minutes. ${retryNote}`,
    annotations: issues,
    needsPreview: "answers preview",
    argumentsAs: "credit_invoice",
    noteKind: "debit",
  },
  {
    name: "lookup_taxpayer",
    method: "get",
    path: "/taxauth/padron/{cuit}",
    words:
      "For the customer of an issuance: docType, name, address and stateId as they are, docNumber as a text, taxCondition as taxType. partial: a registry did not answer, and what it would add is null. NOT_FOUND: no registry knows the tax id, ask the person.",
    annotations: reads,
  },
  {
    name: "authority_status",
    method: "get",
    path: "/taxauth/status",
    words:
      "Ask it when issuing fails with TAXAUTH_CONNECTION_ERROR. Each part is tested separately; a failed one has a suggestion what to do.",
    annotations: reads,
  },
  {
    name: "quota",
    method: "get",
    path: "/quota",
    words: "How many vouchers the company may still issue in this period (remaining), and when it renews (periodEnd).",
    annotations: reads,
  },
  {
    name: "subscription",
    method: "get",
    path: "/subscription",
    words:
      "The plan, until when it is paid, its payments. Unless active nothing is issued: a person renews it in the application.",
    annotations: reads,
  },
];
