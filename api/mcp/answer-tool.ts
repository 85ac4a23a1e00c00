import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

/** What a model does next, by the API's code. Source: api/README.md, "Errors". */
const nextByCode: Record<string, string> = {
  VALIDATION_ERROR: "Correct the arguments that the error names, and preview again before you issue.",
  PREVIEW_REQUIRED: "Preview the same arguments, show the preview to the person, and call again with its previewHash.",
  NOT_FOUND: "Check the id: list_invoices finds vouchers.",
  SUBSCRIPTION_EXPIRED: "Tell the person that the subscription must be renewed. Nothing can be issued until then.",
  SUBSCRIPTION_QUOTA_EXCEEDED:
    "Tell the person that the month's vouchers are used up. The tool quota says when it renews.",
  QUOTA_EXCEEDED: "Wait, and tell the person.",
  TAXAUTH_ERROR: "The authority refused: correct what its codes name, preview again, and issue.",
  TAXAUTH_UNCONFIRMED:
    "It may have been issued. Call again with the same arguments and the same idempotency, never with a new one.",
  TAXAUTH_CONNECTION_ERROR: "Ask authority_status. Call again later with the same arguments and the same idempotency.",
  VOUCHER_LOCK_TIMEOUT: "Call again later with the same arguments and the same idempotency.",
  PDF_NOT_READY: "Call again in a few seconds.",
};
const nextByStatus: Record<number, string> = {
  401: "Tell the person that the key is not allowed to do this. Do not try again.",
  413: "Send less.",
  429: "Wait a minute, then call again with the same arguments.",
};
const again = "Call again later with the same arguments; an issuance with the same idempotency.";

interface Refusal {
  error: string;
  code?: string | undefined;
  details?: { errors?: { field: string | null; message: string }[] } | null;
}

/** The API's own code, message and fields, and what to do next. */
export function toToolError(
  status: number,
  { error, code, details }: Refusal,
  retryAfter?: string | null,
): CallToolResult {
  const next = (code !== undefined && nextByCode[code]) || nextByStatus[status] || again;
  const wait = retryAfter ? ` Wait ${retryAfter} seconds.` : "";
  const fields = (details?.errors ?? []).map(({ field, message }) => `- ${field ?? "arguments"}: ${message}`);
  const text = [`${code ?? status}: ${error}`, ...fields, `What to do: ${next}${wait}`].join("\n");
  const structuredContent = {
    ok: false,
    status,
    code: code ?? null,
    error,
    details: details ?? null,
    next: next + wait,
  };
  return { isError: true, content: [{ type: "text", text }], structuredContent };
}

/** An answer of the API as a tool's. */
export async function toToolResult(answer: Response, uri: string): Promise<CallToolResult> {
  const type = answer.headers.get("content-type") ?? "";
  if (!type.startsWith("application/json")) {
    const blob = Buffer.from(await answer.arrayBuffer()).toString("base64");
    return { content: [{ type: "resource", resource: { uri, mimeType: type, blob } }] };
  }
  const text = await answer.text();
  const envelope = JSON.parse(text) as Record<string, unknown>;
  if (envelope.ok !== true)
    return toToolError(answer.status, envelope as unknown as Refusal, answer.headers.get("retry-after"));
  return { content: [{ type: "text", text }], structuredContent: envelope };
}
