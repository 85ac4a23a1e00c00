import { z } from "@hono/zod-openapi";
import { roles } from "../../shared/domain/roles.js";
import { requiredText } from "./text.js";

/** Whom a company invites. */
export const newPerson = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.email({ error: "must be an e-mail address" }).max(254)),
  name: requiredText(100).trim().nullable().default(null),
  role: z.enum(roles),
});
