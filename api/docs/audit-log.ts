import { auditFields } from "../../shared/db/listing/listed-fields.js";
import { maxFilters } from "../request/read-listing.js";
import { list } from "../schemas/answers.js";
import { auditEntry } from "../schemas/audit-entry.js";
import { describe } from "./describe.js";
import { listingQuery } from "./listing-query.js";

/** The operation under `/audit-log`, as the OpenAPI document describes it. */
export const auditLogDocs = [
  describe({
    method: "get",
    path: "/audit-log",
    tag: "Configuration",
    summary: { en: "List administrative changes", es: "Listar la auditoría: los cambios de configuración" },
    description: {
      en: `Changes of points of sale, keys, certificates and fiscal data in the last 90 days, with who made them. Older ones are never listed. Filters and ordering work as in the voucher listing; a query may have at most ${maxFilters.auditLog} filters.`,
      es: `Los cambios de puntos de venta, claves, certificados y datos fiscales de los últimos 90 días, con quién los hizo. Los más viejos nunca se listan. Los filtros y el orden funcionan como en el listado de comprobantes; una consulta lleva ${maxFilters.auditLog} filtros como mucho.`,
    },
    query: listingQuery(auditFields),
    answers: {
      200: {
        description: {
          en: "One page; `total` counts all matches.",
          es: "Una página; `total` cuenta todo lo que coincide.",
        },
        schema: list(auditEntry),
      },
    },
    failures: [],
  }),
];
