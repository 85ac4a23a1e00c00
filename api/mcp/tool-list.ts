import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";

/** A tool: the operation of the API that it calls, and what a model must know beside the operation's own description. */
export interface ToolWords {
  name: string;
  method: "get" | "post";
  /** As the OpenAPI document has it, below the company. */
  path: string;
  words: string;
  annotations: ToolAnnotations;
  /** Takes `previewHash`: without it nothing is issued. */
  needsPreview?: "always" | "answers preview";
}

const reads: ToolAnnotations = { readOnlyHint: true };
/** What is issued cannot be taken back. The same key makes it once. */
const issues: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: true };

const retry =
  "After a lost answer, a timeout, TAXAUTH_UNCONFIRMED or an error that says to try again, call it with the same arguments and the same idempotency: at most one voucher is made of a key. A new sale needs a new key.";

/** Source: api/README.md, "Agents". */
export const tools: readonly ToolWords[] = [
  {
    name: "preview_invoice",
    method: "post",
    path: "/invoices/preview",
    words:
      "Issues nothing. Show the totals and the problems to the person, correct what problems name, and give previewHash with the same arguments to issue_invoice within 15 minutes.",
    annotations: reads,
  },
  {
    name: "issue_invoice",
    method: "post",
    path: "/invoices",
    words: `Needs the previewHash that preview_invoice answered for the same arguments at most 15 minutes ago. A voucher cannot be deleted, only credited. ${retry}`,
    annotations: issues,
    needsPreview: "always",
  },
  { name: "get_invoice", method: "get", path: "/invoices/{id}", words: "", annotations: reads },
  { name: "list_invoices", method: "get", path: "/invoices", words: "", annotations: reads },
  {
    name: "get_invoice_pdf",
    method: "get",
    path: "/invoices/{id}/pdf",
    words: "Answers the file. After PDF_NOT_READY call it again in a few seconds.",
    annotations: reads,
  },
  {
    name: "send_invoice_email",
    method: "post",
    path: "/invoices/{id}/emails",
    words: "Ask the person before you mail. A second call with the same address mails again.",
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  },
  {
    name: "credit_invoice",
    method: "post",
    path: "/invoices/{id}/credit-notes",
    words: `Without previewHash it issues nothing and answers the preview. Show it to the person, and call again with the same arguments and its previewHash within 15 minutes. ${retry}`,
    annotations: issues,
    needsPreview: "answers preview",
  },
  { name: "lookup_taxpayer", method: "get", path: "/taxauth/padron/{cuit}", words: "", annotations: reads },
  { name: "authority_status", method: "get", path: "/taxauth/status", words: "", annotations: reads },
  { name: "quota", method: "get", path: "/quota", words: "", annotations: reads },
];
