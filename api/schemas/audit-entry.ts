import { z } from "@hono/zod-openapi";
import { field, part } from "./field.js";
import { created, id } from "./shown.js";

/** Who changed what. Source: api/README.md, "Audit-log entry". */
export const auditEntry = part("AuditEntry", {
  id,
  production: field(z.boolean().nullable(), {
    says: "Null when the change concerns both environments.",
    example: false,
  }),
  action: field(z.string(), { says: "The kind of change.", example: "pos.create" }),
  resourceId: field(z.string().nullable(), { says: "Id of what was changed.", example: "1" }),
  actorType: field(z.enum(["user", "apikey", "admin", "system"]), {
    says: "Who made the change: a person, an API key, the command line or the system.",
    example: "apikey",
  }),
  actorEmail: field(z.string().nullable(), {
    says: "E-mail of the person who made the change in the web application; null for other actors.",
  }),
  actorApiKeyId: field(z.int().nullable(), { says: "The API key that made the change.", example: 1 }),
  actorName: field(z.string().nullable(), {
    says: "The operator at the command line; null for other actors.",
    example: "ana",
  }),
  before: field(z.unknown(), { says: "The changed fields before the change, without secrets." }),
  after: field(z.unknown(), { says: "The changed fields after the change, without secrets." }),
  created,
});
