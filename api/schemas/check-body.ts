import type { z } from "zod";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { type FieldFault, invalidBody } from "../http/errors.js";
import { toFaults } from "./faults.js";

/** Fault of a body that is another JSON value. */
export const noObject: LocalizedText = {
  en: "the body must be a JSON object",
  es: "Los datos tienen que ser un objeto JSON.",
  app: "No llegaron los datos del formulario: volvé a enviarlo.",
};

export type JudgedBody<Body> = { ok: true; body: Body } | { ok: false; faults: FieldFault[] };

export const isJsonObject = (body: unknown): body is object =>
  typeof body === "object" && body !== null && !Array.isArray(body);

/** Parses a body with its schema, or names every faulty field. */
export function judgeBody<T extends z.ZodType>(schema: T, body: unknown): JudgedBody<z.output<T>> {
  if (!isJsonObject(body)) return { ok: false, faults: [{ field: null, message: noObject }] };
  const parsed = schema.safeParse(body, { reportInput: true });
  return parsed.success ? { ok: true, body: parsed.data } : { ok: false, faults: toFaults(parsed.error.issues) };
}

/** @throws ApiError 400 naming every faulty field */
export function checkBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const judged = judgeBody(schema, body);
  if (!judged.ok) throw invalidBody(judged.faults);
  return judged.body;
}

/** A fault of one field that the body alone does not show. */
export const fieldFault = (field: FieldFault["field"], message: FieldFault["message"]) =>
  invalidBody([{ field, message }]);
