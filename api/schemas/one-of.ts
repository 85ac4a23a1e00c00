import { z } from "@hono/zod-openapi";

/** Enumeration of whole numbers. Without `enum` the OpenAPI document would show only the first one. */
export const oneOf = <const Values extends readonly [number, ...number[]]>(values: Values) =>
  z.literal(values).openapi({ type: "integer", enum: [...values] });
