import type { z } from "zod";
import { ApiError } from "../errors.js";
import { toFaults } from "../schemas/faults.js";

/** Parses an option's value with its schema. @throws ApiError naming the option */
export function readOption<T extends z.ZodType>(schema: T, name: string, value: string): z.output<T> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [fault] = toFaults(parsed.error.issues);
  throw new ApiError(400, `${name}: ${fault?.message}`);
}
