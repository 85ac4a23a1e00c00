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
    summary: "List administrative changes",
    description: `Changes of points of sale, keys, certificates and fiscal data in the last 90 days, with who made them. Older ones are never listed. Filters and ordering work as in the voucher listing; a query may have at most ${maxFilters.auditLog} filters.`,
    query: listingQuery(auditFields),
    answers: { 200: { description: "One page; `total` counts all matches.", schema: list(auditEntry) } },
    failures: [],
  }),
];
