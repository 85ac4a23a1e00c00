import { invalidBody } from "../http/errors.js";
import { toPath } from "../http/field.js";
import { batchFrame } from "../schemas/batch.js";
import { judgeBody } from "../schemas/check-body.js";
import { findUnknownProperties } from "../schemas/unknown-properties.js";
import type { SentBatch } from "./sent-batch.js";

/** Reads a batch of a JSON body. @throws ApiError 400 when it has no elements to check, or too many */
export function readJson(body: unknown): SentBatch {
  const judged = judgeBody(batchFrame, body);
  if (!judged.ok) throw invalidBody(judged.faults);
  const { name, invoices } = judged.body;
  return {
    name,
    invoices,
    faults: [],
    ignored: findUnknownProperties(batchFrame, body),
    placeOf: (index, field) => ["invoices", index, ...(field === null ? [] : toPath(field))],
  };
}
