import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

const sameCall = "with the same arguments and the same idempotency";

/** What a model does next, by the API's code. Source: api/README.md, "Errors". */
const nextByCode: Record<string, string> = {
  VALIDATION_ERROR:
    "Nothing was done. Correct the arguments that the error names, or tell the person what is missing. Keep the idempotency, and preview again before you issue.",
  "409 VALIDATION_ERROR":
    "Nothing was issued. Look at that voucher with list_invoices and the filter idempotency. If it is this sale, it was issued: stop. If it is another sale, ask the person before you choose another idempotency.",
  PREVIEW_REQUIRED:
    "Nothing was issued. Preview the same arguments, idempotency included, show the preview to the person, and call again with its previewHash.",
  NOT_FOUND:
    "Check the number. list_invoices finds vouchers; ask the person about a tax id. The key sees one company and one environment.",
  SUBSCRIPTION_EXPIRED:
    "Stop: nothing was done. Tell the person that the subscription must be renewed. Until then nothing can be issued or mailed.",
  SUBSCRIPTION_QUOTA_EXCEEDED:
    "Stop: nothing was issued. Tell the person that the month's vouchers are used up. The tool quota says when it renews.",
  QUOTA_EXCEEDED: "Stop, and tell the person.",
  TAXAUTH_ERROR:
    "The authority refused, and nothing was issued. Correct what its codes name, preview again and issue, with the same idempotency. If you cannot, tell the person.",
  TAXAUTH_UNCONFIRMED: `It may have been issued. Call again ${sameCall}, never with a new one, until the answer is clear.`,
  TAXAUTH_CONNECTION_ERROR: `Do what the error says. When it is to try again: later, ${sameCall}. authority_status tells whether the authority is back.`,
  VOUCHER_LOCK_TIMEOUT: `Nothing was issued yet. Call again later ${sameCall}.`,
  PDF_NOT_READY: "Call again in a few seconds.",
};
const nextByStatus: Record<number, string> = {
  401: "Stop. Tell the person that the key is not allowed to do this.",
  413: "Nothing was done. Send less.",
  429: "Nothing was done. Call again later with the same arguments.",
};
const again = `It may have been done. Call again later ${sameCall}; do not mail again without asking the person.`;

interface Refusal {
  error: string;
  code?: string | undefined;
  details?: { errors?: { field: string | null; message: string }[] } | { code: number; msg: string }[] | null;
}

/** The API's own code, message and fields, and what to do next. */
export function toToolError(
  status: number,
  { error, code, details }: Refusal,
  retryAfter?: string | null,
): CallToolResult {
  const next = nextByCode[`${status} ${code}`] ?? nextByCode[code ?? ""] ?? nextByStatus[status] ?? again;
  const wait = retryAfter ? ` Wait ${retryAfter} seconds.` : "";
  const fields = Array.isArray(details)
    ? details.map((each) => `- ${each.code}: ${each.msg}`)
    : (details?.errors ?? []).map(({ field, message }) => `- ${field ?? "arguments"}: ${message}`);
  const text = [`${code ?? `HTTP ${status}`}: ${error}`, ...fields, `What to do: ${next}${wait}`].join("\n");
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
