import type { z } from "zod";
import { ApiError, sayFault, summaryOf } from "../http/errors.js";
import { checkBody } from "../schemas/check-body.js";
import { toFaults } from "../schemas/faults.js";

/** A value on the command line that no data could make right: wrong usage, not a failure. */
export class WrongValue extends Error {
  override name = "WrongValue";
}

/** Parses an option's value with its schema. @throws WrongValue naming the option */
export function readOption<T extends z.ZodType>(schema: T, name: string, value: string): z.output<T> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [fault] = toFaults(parsed.error.issues);
  throw new WrongValue(`${name}: ${fault?.message.en}`);
}

/** Tells each fault, in English, in place of the summary, which tells the first and counts the others. */
export function tellFaults({ faults = [], message }: ApiError): string {
  if (message !== summaryOf(faults).en) return message;
  return faults
    .map((fault) => sayFault(fault, (words) => words.en))
    .map(({ field, message: told }) => (field ? `${field}: ${told}` : told))
    .join("; ");
}

/** Parses the values of a command as the API parses a body. @throws WrongValue with every fault */
export function readValues<T extends z.ZodType>(schema: T, values: object): z.output<T> {
  try {
    return checkBody(schema, values);
  } catch (error) {
    throw error instanceof ApiError ? new WrongValue(tellFaults(error)) : error;
  }
}
