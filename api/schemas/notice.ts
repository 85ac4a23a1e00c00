import { z } from "@hono/zod-openapi";
import { field, part } from "./field.js";
import { instant } from "./shown.js";

const heard = "2026-11-21T14:03:11.120Z";

/** Announcement that the authority makes in its answers. */
export const notice = part("Notice", {
  code: field(z.int(), {
    says: { en: "The authority's number of the announcement.", es: "El número que ARCA le da al aviso." },
    example: 41,
  }),
  message: field(z.string(), {
    says: { en: "The authority's own words.", es: "Las palabras de ARCA." },
    example: "El servicio estará en mantenimiento.",
  }),
  service: field(z.string(), {
    says: { en: "The authority's name of the service.", es: "El nombre que ARCA le da al servicio." },
    example: "wsfe",
  }),
  environment: field(z.enum(["homologation", "production"]), {
    says: { en: "The environment that it came from: the key's.", es: "El ambiente del que vino: el de la clave." },
    example: "homologation",
  }),
  firstSeen: field(instant, {
    says: { en: "When it was first heard.", es: "Cuándo llegó por primera vez." },
    example: heard,
  }),
  lastSeen: field(instant, {
    says: {
      en: "When it was last heard, to about ten minutes.",
      es: "Cuándo llegó por última vez, con unos diez minutos de margen.",
    },
    example: heard,
  }),
});
