import { z } from "@hono/zod-openapi";

const instant = z.iso.datetime();

/** What the authority announces in its answers. */
export const notice = z
  .object({
    code: z.int().openapi({ description: "The authority's number of the announcement.", example: 41 }),
    message: z
      .string()
      .openapi({ description: "The authority's own words.", example: "El servicio estará en mantenimiento." }),
    service: z.string().openapi({ description: "The authority's name of the service.", example: "wsfe" }),
    environment: z
      .enum(["homologation", "production"])
      .openapi({ description: "The environment that it came from: the key's." }),
    firstSeen: instant.openapi({ description: "When it was first heard.", example: "2026-11-21T14:03:11.120Z" }),
    lastSeen: instant.openapi({
      description: "When it was last heard, to about ten minutes.",
      example: "2026-11-21T14:03:11.120Z",
    }),
  })
  .openapi("Notice");
