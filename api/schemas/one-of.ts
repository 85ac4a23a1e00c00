import { z } from "@hono/zod-openapi";

/** One of these whole numbers; the OpenAPI document would show the first alone. */
export const oneOf = <const Values extends readonly [number, ...number[]]>(values: Values) =>
  z.literal(values).openapi({ type: "integer", enum: [...values] });
