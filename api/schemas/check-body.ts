import type { z } from "zod";
import { type FieldFault, invalidBody } from "../errors.js";
import { toFaults } from "./faults.js";

/** Parses a body with its schema. @throws ApiError 400 naming every faulty field */
export function checkBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw invalidBody([{ field: null, message: "the body must be a JSON object" }]);
  const parsed = schema.safeParse(body, { reportInput: true });
  if (!parsed.success) throw invalidBody(toFaults(parsed.error.issues));
  return parsed.data;
}

/** A fault of one field that the body alone does not show. */
export const fieldFault = (field: FieldFault["field"], message: string) => invalidBody([{ field, message }]);
