import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { type Language, type LocalizedText, localizeFor } from "../../shared/domain/localized-text.js";

const sameCall: LocalizedText = {
  en: "with the same arguments and the same idempotency",
  es: "con los mismos argumentos y la misma idempotency",
};

/** Next step for a model, by the API's code. Source: api/README.md, "Errors". */
const nextByCode: Record<string, LocalizedText> = {
  VALIDATION_ERROR: {
    en: "Nothing was done. Correct the arguments that the error names, or tell the person what is missing. Keep the idempotency, and preview again before you issue.",
    es: "No se hizo nada. Corregí los argumentos que nombra el error, o decile a la persona qué falta. Mantené la idempotency y volvé a pedir la vista previa antes de emitir.",
  },
  "409 VALIDATION_ERROR": {
    en: "Nothing was issued. Look at that voucher with list_invoices and the filter idempotency. If it is this sale, it was issued: stop. If it is another sale, ask the person before you choose another idempotency.",
    es: "No se emitió nada. Mirá ese comprobante con list_invoices y el filtro idempotency. Si es de esta venta, ya se emitió: no sigas. Si es de otra, preguntale a la persona antes de elegir otra idempotency.",
  },
  PREVIEW_REQUIRED: {
    en: "Nothing was issued. Preview the same arguments, idempotency included, show the preview to the person, and call again with its previewHash.",
    es: "No se emitió nada. Pedí la vista previa de los mismos argumentos, también la idempotency, mostrásela a la persona y volvé a llamar con su previewHash.",
  },
  NOT_FOUND: {
    en: "Check the number. list_invoices finds vouchers; ask the person about a tax id. The key sees one company and one environment.",
    es: "Revisá el número. list_invoices busca comprobantes; por un CUIT preguntale a la persona. La clave ve una sola empresa y un solo ambiente.",
  },
  SUBSCRIPTION_EXPIRED: {
    en: "Stop: nothing was done. Tell the person that the subscription must be renewed. Until then nothing can be issued or mailed.",
    es: "No sigas: no se hizo nada. Decile a la persona que hay que renovar la suscripción. Hasta entonces no se puede emitir ni mandar nada.",
  },
  SUBSCRIPTION_QUOTA_EXCEEDED: {
    en: "Stop: nothing was issued. Tell the person that the month's vouchers are used up. The tool quota says when it renews.",
    es: "No sigas: no se emitió nada. Decile a la persona que se usaron los comprobantes del mes. La herramienta quota dice cuándo se renueva.",
  },
  QUOTA_EXCEEDED: { en: "Stop, and tell the person.", es: "No sigas, y decíselo a la persona." },
  TAXAUTH_ERROR: {
    en: "The authority refused, and nothing was issued. Correct what its codes name, preview again and issue, with the same idempotency. If you cannot, tell the person.",
    es: "ARCA lo rechazó y no se emitió nada. Corregí lo que nombran sus códigos, volvé a pedir la vista previa y emití, con la misma idempotency. Si no podés, decíselo a la persona.",
  },
  TAXAUTH_UNCONFIRMED: {
    en: `It may have been issued. Call again ${sameCall.en}, never with a new one, until the answer is clear.`,
    es: `Puede que se haya emitido. Volvé a llamar ${sameCall.es}, nunca con una nueva, hasta que la respuesta sea clara.`,
  },
  TAXAUTH_CONNECTION_ERROR: {
    en: `Do what the error says. When it is to try again: later, ${sameCall.en}. authority_status tells whether the authority is back.`,
    es: `Hacé lo que dice el error. Si dice que vuelvas a intentar: más tarde, ${sameCall.es}. authority_status dice si ARCA volvió.`,
  },
  VOUCHER_LOCK_TIMEOUT: {
    en: `Nothing was issued yet. Call again later ${sameCall.en}.`,
    es: `Todavía no se emitió nada. Volvé a llamar más tarde ${sameCall.es}.`,
  },
  PDF_NOT_READY: { en: "Call again in a few seconds.", es: "Volvé a llamar en unos segundos." },
};
const nextByStatus: Record<number, LocalizedText> = {
  401: {
    en: "Stop. Tell the person that the key is not allowed to do this.",
    es: "No sigas. Decile a la persona que la clave no tiene permiso para esto.",
  },
  413: { en: "Nothing was done. Send less.", es: "No se hizo nada. Enviá menos." },
  429: {
    en: "Nothing was done. Call again later with the same arguments.",
    es: "No se hizo nada. Volvé a llamar más tarde con los mismos argumentos.",
  },
};
const again: LocalizedText = {
  en: `It may have been done. Call again later ${sameCall.en}; do not mail again without asking the person.`,
  es: `Puede que se haya hecho. Volvé a llamar más tarde ${sameCall.es}; no vuelvas a mandar correos sin preguntarle a la persona.`,
};
const whatToDo: LocalizedText = { en: "What to do", es: "Qué hacer" };

const waitFor = (seconds: string): LocalizedText => ({
  en: ` Wait ${seconds} seconds.`,
  es: ` Esperá ${seconds} segundos.`,
});

interface ErrorEnvelope {
  error: string;
  code?: string | undefined;
  details?: { errors?: { field: string | null; message: string }[] } | { code: number; msg: string }[] | null;
}

/** The API's own code, message and fields, and what to do next. */
export function toToolError(
  status: number,
  { error, code, details }: ErrorEnvelope,
  retryAfter?: string | null,
  reader: Language = "en",
): CallToolResult {
  const translate = (words: LocalizedText) => localizeFor(reader, words);
  const next = translate(nextByCode[`${status} ${code}`] ?? nextByCode[code ?? ""] ?? nextByStatus[status] ?? again);
  const wait = retryAfter ? translate(waitFor(retryAfter)) : "";
  const fields = Array.isArray(details)
    ? details.map((each) => `- ${each.code}: ${each.msg}`)
    : (details?.errors ?? []).map(({ field, message }) => `- ${field ?? "arguments"}: ${message}`);
  const text = [`${code ?? `HTTP ${status}`}: ${error}`, ...fields, `${translate(whatToDo)}: ${next}${wait}`].join(
    "\n",
  );
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
export async function toToolResult(answer: Response, uri: string, reader: Language): Promise<CallToolResult> {
  const type = answer.headers.get("content-type") ?? "";
  if (!type.startsWith("application/json")) {
    const blob = Buffer.from(await answer.arrayBuffer()).toString("base64");
    return { content: [{ type: "resource", resource: { uri, mimeType: type, blob } }] };
  }
  const text = await answer.text();
  const envelope = JSON.parse(text) as Record<string, unknown>;
  if (envelope.ok !== true)
    return toToolError(answer.status, envelope as unknown as ErrorEnvelope, answer.headers.get("retry-after"), reader);
  return { content: [{ type: "text", text }], structuredContent: envelope };
}
