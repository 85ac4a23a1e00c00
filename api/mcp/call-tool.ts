import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Hono } from "hono";
import { type Language, type LocalizedText, localizeFor } from "../../shared/domain/localized-text.js";
import type { ApiEnv } from "../http/env.js";
import type { InProcessCall } from "../http/in-process-call.js";
import type { PreviewedRequest } from "../issuing/preview-hash.js";
import type { ApiDeps } from "../routes/deps.js";
import { taxIdOf } from "../schemas/digits.js";
import { toToolError, toToolResult } from "./answer-tool.js";
import type { DescribedTool } from "./describe-tools.js";

type Arguments = Record<string, unknown>;
type PreviewJudge = (hash: string) => ReturnType<ApiDeps["previews"]["judge"]>;

/** Calls the route of the API that the tool stands for: the same checks, limits, quota, audit log and idempotency. */
export async function callTool(
  { previews, now }: Pick<ApiDeps, "previews" | "now">,
  routes: Hono<ApiEnv>,
  { method, path, inPath, needsPreview, noteKind, scope }: DescribedTool,
  { previewHash, ...given }: Arguments,
  call: Pick<InProcessCall, "caller" | "requestId"> & { reader: Language },
): Promise<CallToolResult> {
  const { caller } = call;
  const asked = needsPreview ? given : { ...given, ...(previewHash !== undefined && { previewHash }) };
  const rest = Object.fromEntries(Object.entries(asked).filter(([name]) => !inPath.includes(name)));
  const mayCall = scope === undefined || caller.scopes.includes(scope);
  const previewOnly = needsPreview === "answers preview" && previewHash === undefined;
  if (needsPreview && mayCall && !previewOnly) {
    const previewed: PreviewedRequest = {
      ...(noteKind && { noteOf: { kind: noteKind, id: Number(given.id) } }),
      body: rest,
    };
    const fault = await faultOf(previewHash, (hash) => previews.judge(hash, caller, previewed, now()));
    if (fault) return refuseWithoutPreview(localizeFor(call.reader, fault), call.reader);
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name) =>
    toSegment(name === "cuit" ? taxIdOf(toText(given[name])) : given[name]),
  );
  const url = new URL(`http://own/${caller.companyCode}${filled}`);
  if (method === "get")
    for (const [name, value] of Object.entries(rest))
      if (value !== null && value !== undefined) url.searchParams.set(name, toText(value));
  const request = new Request(url, {
    method: method.toUpperCase(),
    ...(method === "post" && { body: JSON.stringify(rest), headers: { "Content-Type": "application/json" } }),
  });
  const answer = await routes.fetch(request, { ...call, previewOnly, isCounted: true } satisfies InProcessCall);
  return toToolResult(answer, `talonario:${filled}`, call.reader);
}

function refuseWithoutPreview(error: string, reader: Language): CallToolResult {
  const details = { errors: [{ field: "previewHash", message: error }] };
  return toToolError(400, { error, code: "PREVIEW_REQUIRED", details }, null, reader);
}

/** Ids and tax ids are digits. Any other text could make the path that of another operation, so what nothing has stands for it. */
const toSegment = (value: unknown) => (/^\d+$/.test(toText(value)) ? toText(value) : "-");

/** As in a query: a list is its values with commas between them. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

async function faultOf(hash: unknown, judge: PreviewJudge): Promise<LocalizedText | undefined> {
  if (typeof hash !== "string") return noPreview;
  const verdict = await judge(hash);
  if (verdict === "stale") return stale;
  return verdict === "other" ? ofOthers : undefined;
}

const noPreview: LocalizedText = {
  en: "Nothing is issued without a preview: previewHash is missing.",
  es: "Sin una vista previa no se emite nada: falta previewHash.",
};
const stale: LocalizedText = {
  en: "The preview is older than 15 minutes.",
  es: "La vista previa tiene más de 15 minutos.",
};
const ofOthers: LocalizedText = {
  en: "The previewHash is not that of a preview of these arguments by this company.",
  es: "El previewHash no es de una vista previa de estos argumentos, hecha por esta empresa.",
};
