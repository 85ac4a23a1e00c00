import { z } from "@hono/zod-openapi";
import { describe } from "./describe.js";

export const apiKeyDocs = [
  describe({
    method: "get",
    path: "/api-keys/test",
    tag: "Configuration",
    summary: "Test the key",
    description: "Whether the company has the minimum to issue; false means that configuration is missing.",
    answers: {
      200: {
        description: "The key is valid.",
        schema: z.object({
          ok: z.literal(true),
          environment: z.enum(["homologation", "production"]),
          certificates: z.boolean(),
          pos: z.boolean(),
        }),
      },
    },
    failures: [],
  }),
];
