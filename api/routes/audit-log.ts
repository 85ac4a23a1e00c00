import { Hono } from "hono";
import { listAuditLog } from "../../shared/db/listing/audit-log.js";
import { auditFields } from "../../shared/db/listing/listed-fields.js";
import { sayIn } from "../answer-language.js";
import type { ApiEnv, ReadingDeps } from "../environment.js";
import { answerListing } from "../request/answer-listing.js";
import { ignoredInListing } from "../request/ignored-in-listing.js";
import { maxFilters, readListing } from "../request/read-listing.js";
import { readQuery } from "../request/read-query.js";
import { sayEntries } from "../request/say-entries.js";

/** `/{company_id}/audit-log`. Source: api/README.md, "Endpoints". */
export const auditLog = (deps: ReadingDeps) =>
  new Hono<ApiEnv>().get("/", async (c) => {
    const caller = c.get("caller");
    const listing = readListing(readQuery(c, ignoredInListing(auditFields)), auditFields, maxFilters.auditLog);

    return answerListing(c, sayEntries(await listAuditLog(deps.reading.of(caller), caller, listing), sayIn(c)));
  });
