import { z } from "@hono/zod-openapi";
import { roles } from "../../shared/domain/roles.js";
import { field } from "./field.js";
import { noAddress } from "./recipients.js";
import { says } from "./says.js";
import { requiredText } from "./text.js";

/** Person whom a company invites. */
export const newPerson = z.object({
  email: field(
    z
      .string()
      .trim()
      .toLowerCase()
      .pipe(z.email({ error: says(noAddress) }).max(254)),
    { label: "Correo" },
  ),
  name: field(requiredText(100).trim().nullable().default(null), { label: "Nombre" }),
  role: field(z.enum(roles), { label: "Rol" }),
});
