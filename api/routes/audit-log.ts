import { Hono } from "hono";
import { listAuditLog } from "../../shared/db/listing/audit-log.js";
import { auditFields } from "../../shared/db/listing/listed-fields.js";
import { localize } from "../http/answer-language.js";
import type { ApiEnv } from "../http/env.js";
import { ignoredInListing } from "../parsing/ignored-in-listing.js";
import { maxFilters, readListing } from "../parsing/read-listing.js";
import { readQuery } from "../parsing/read-query.js";
import type { ReadingDeps } from "../reports/deps.js";
import { answerListing } from "./answer-listing.js";
import { sayEntries } from "./say-entries.js";

/** `/{company_id}/audit-log`. Source: api/README.md, "Endpoints". */
export const auditLog = (deps: ReadingDeps) =>
  new Hono<ApiEnv>().get("/", async (c) => {
    const caller = c.get("caller");
    const listing = readListing(readQuery(c, ignoredInListing(auditFields)), auditFields, maxFilters.auditLog);

    return answerListing(c, sayEntries(await listAuditLog(deps.reading.of(caller), caller, listing), localize(c)));
  });
