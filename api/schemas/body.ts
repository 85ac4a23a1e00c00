import { z } from "@hono/zod-openapi";

/**
 * An object that stands in the OpenAPI document under this name. The document's generator takes an `exactOptional` field for required,
 * because the field refuses `undefined`, which JSON does not have: so what is required is said here.
 */
export function body<Shape extends z.ZodRawShape>(name: string, shape: Shape): z.ZodObject<Shape> {
  const required = Object.entries(shape)
    .filter(([, field]) => (field as z.ZodType)._zod.optin !== "optional")
    .map(([field]) => field);
  return z.object(shape).openapi(name, { required });
}
