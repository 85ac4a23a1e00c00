import type { z } from "zod";
import type { FieldFault } from "../errors.js";

const nouns: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

/** Turns issues of a schema into faults that a person understands: one per field, the first one found. */
export function toFaults(issues: z.core.$ZodIssue[]): FieldFault[] {
  const faults = new Map<string | null, FieldFault>();
  for (const issue of issues) {
    const field = issue.path.length === 0 ? null : issue.path.join(".");
    if (!faults.has(field)) faults.set(field, { field, message: describe(issue) });
  }
  return [...faults.values()];
}

function describe(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type": {
      const noun = nouns[issue.expected] ?? issue.expected;
      if (issue.input === undefined) return `is required: ${noun}`;
      return `must be ${noun}${typeof issue.input === "number" && issue.expected === "string" ? ", not a number" : ""}`;
    }
    case "invalid_value":
      return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    case "too_small":
      return issue.origin === "string" || issue.origin === "array"
        ? `must have at least ${issue.minimum} ${issue.origin === "string" ? "characters" : "elements"}`
        : `must be ${issue.inclusive ? `${issue.minimum} or more` : `more than ${issue.minimum}`}`;
    case "too_big":
      return issue.origin === "string" || issue.origin === "array"
        ? `must have at most ${issue.maximum} ${issue.origin === "string" ? "characters" : "elements"}`
        : `must be ${issue.maximum} or less`;
    default:
      return issue.message;
  }
}
