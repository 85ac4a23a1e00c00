import { z } from "@hono/zod-openapi";
import { field, part } from "./field.js";
import { created, id } from "./shown.js";

/** Audit-log entry: who changed what. Source: api/README.md, "Audit-log entry". */
export const auditEntry = part("AuditEntry", {
  id,
  production: field(z.boolean().nullable(), {
    says: {
      en: "Null when the change concerns both environments.",
      es: "null cuando el cambio es de los dos ambientes.",
    },
    example: false,
  }),
  action: field(z.string(), { says: { en: "The kind of change.", es: "La clase de cambio." }, example: "pos.create" }),
  resourceId: field(z.string().nullable(), {
    says: { en: "Id of what was changed.", es: "El id de lo que cambió." },
    example: "1",
  }),
  actorType: field(z.enum(["user", "apikey", "admin", "system"]), {
    says: {
      en: "Who made the change: a person, an API key, the command line or the system.",
      es: "Quién hizo el cambio: una persona, una clave de API, la línea de comandos o el sistema.",
    },
    example: "apikey",
  }),
  actorEmail: field(z.string().nullable(), {
    says: {
      en: "E-mail of the person who made the change in the web application; null for other actors.",
      es: "El correo de la persona que hizo el cambio en la aplicación web; null en los demás casos.",
    },
  }),
  actorApiKeyId: field(z.int().nullable(), {
    says: { en: "The API key that made the change.", es: "La clave de API que hizo el cambio." },
    example: 1,
  }),
  actorName: field(z.string().nullable(), {
    says: {
      en: "The operator at the command line; null for other actors.",
      es: "Quien operaba la línea de comandos; null en los demás casos.",
    },
    example: "ana",
  }),
  before: field(z.unknown(), {
    says: {
      en: "The changed fields before the change, without secrets.",
      es: "Los campos que cambiaron, antes del cambio y sin secretos.",
    },
  }),
  after: field(z.unknown(), {
    says: {
      en: "The changed fields after the change, without secrets.",
      es: "Los campos que cambiaron, después del cambio y sin secretos.",
    },
  }),
  created,
});
