import type { z } from "zod";

/** The schema below everything that only wraps it: optional, nullable, default and the like; of a pipe what goes in. */
export function unwrap(schema: z.core.$ZodType): z.core.$ZodTypes {
  const known = schema as z.core.$ZodTypes;
  const { def } = known._zod;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "nonoptional":
    case "default":
    case "prefault":
    case "readonly":
    case "catch":
      return unwrap(def.innerType);
    case "pipe":
      return unwrap(def.in);
    default:
      return known;
  }
}
