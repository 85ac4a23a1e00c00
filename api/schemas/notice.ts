import { z } from "@hono/zod-openapi";
import { field, part } from "./field.js";
import { instant } from "./shown.js";

const heard = "2026-11-21T14:03:11.120Z";

/** What the authority announces in its answers. */
export const notice = part("Notice", {
  code: field(z.int(), { says: "The authority's number of the announcement.", example: 41 }),
  message: field(z.string(), { says: "The authority's own words.", example: "El servicio estará en mantenimiento." }),
  service: field(z.string(), { says: "The authority's name of the service.", example: "wsfe" }),
  environment: field(z.enum(["homologation", "production"]), {
    says: "The environment that it came from: the key's.",
    example: "homologation",
  }),
  firstSeen: field(instant, { says: "When it was first heard.", example: heard }),
  lastSeen: field(instant, { says: "When it was last heard, to about ten minutes.", example: heard }),
});
