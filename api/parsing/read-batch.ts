import type { Context } from "hono";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { ApiEnv } from "../http/env.js";
import { invalidBody } from "../http/errors.js";
import { ignore } from "../http/handling.js";
import { batchName } from "../schemas/batch.js";
import { toFaults } from "../schemas/faults.js";
import { readCsv } from "./csv/read-csv.js";
import { readText } from "./csv/read-text.js";
import { isJson, readJsonBody } from "./read-body.js";
import { readJson } from "./read-json.js";
import { unknownBut } from "./read-query.js";
import type { SentBatch } from "./sent-batch.js";

/** The batch of a request, as JSON or CSV. What is ignored of the query is said. @throws ApiError 400 when it cannot be read */
export async function readBatch(c: Context<ApiEnv>): Promise<SentBatch> {
  const query = new URL(c.req.url).searchParams;
  const contentType = c.req.header("content-type") ?? "";
  ignore(c.get("handling"), unknownBut("name")(query));
  if (/^text\/csv\s*(;|$)/i.test(contentType))
    return readCsv(new Uint8Array(await c.req.arrayBuffer()), readName(query));
  if (spreadsheet.test(contentType)) readText(new Uint8Array(await c.req.arrayBuffer()));
  if (!isJson(contentType)) throw invalidBody([{ field: null, message: noBatchType }]);
  const sent = readJson(await readJsonBody(c));
  return { ...sent, name: sent.name ?? readName(query) };
}

const noBatchType: LocalizedText = {
  en: "the body must be JSON or CSV: send Content-Type: application/json or text/csv",
  es: "Los datos tienen que ser JSON o CSV: enviá Content-Type: application/json o text/csv.",
  app: "Elegí un archivo CSV.",
};

/** Media types of files that are no CSV, whose name then stands in the refusal; Windows says them of CSV as well. */
const spreadsheet = /^application\/(vnd\.(ms-excel|oasis\.opendocument|openxmlformats)|octet-stream|zip|x-zip)/i;

/** Reads the batch's name. Of a repeated parameter the last counts. */
function readName(query: URLSearchParams): string | null {
  const name = query.getAll("name").at(-1);
  if (name === undefined) return null;
  const parsed = batchName.safeParse(name, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalidBody(toFaults(parsed.error.issues).map(({ message }) => ({ field: "name", message })));
}
