import { auditFields } from "../../shared/db/listing/listed-fields.js";
import { maxFilters } from "../parsing/read-listing.js";
import { auditEntry } from "../schemas/audit-entry.js";
import { describeIn } from "./describe.js";
import { listingQuery, matching } from "./listing-query.js";

const describe = describeIn("Configuration");

/** The operation under `/audit-log`, as the OpenAPI document describes it. */
export const auditLogDocs = [
  describe("GET /audit-log", "listAuditLog", {
    summary: { en: "List administrative changes", es: "Listar la auditoría: los cambios de configuración" },
    description: {
      en: `Changes of points of sale, keys, certificates and fiscal data in the last 90 days, with who made them. Older ones are never listed. Filters and ordering work as in the voucher listing; a query may have at most ${maxFilters.auditLog} filters.`,
      es: `Los cambios de puntos de venta, claves, certificados y datos fiscales de los últimos 90 días, con quién los hizo. Los más viejos nunca se listan. Los filtros y el orden funcionan como en el listado de comprobantes; una consulta lleva ${maxFilters.auditLog} filtros como mucho.`,
    },
    query: listingQuery(auditFields),
    answers: matching(auditEntry),
  }),
];
