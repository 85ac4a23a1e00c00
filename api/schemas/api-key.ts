import { z } from "@hono/zod-openapi";
import { scopes } from "../../shared/db/company/api-keys.js";
import { requiredText } from "./text.js";

export const newApiKey = z
  .object({
    name: requiredText(100),
    /** Default: the scopes of the calling key. */
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .transform((given) => scopes.filter((scope) => given.includes(scope)))
      .exactOptional(),
  })
  .openapi("NewApiKey");
