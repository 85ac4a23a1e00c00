import { Hono } from "hono";
import { listAuditLog } from "../../shared/db/audit-log.js";
import { auditFields } from "../../shared/db/listed-fields.js";
import { answerListing } from "../answer-listing.js";
import type { ApiDeps, ApiEnv } from "../environment.js";
import { requireScope } from "../middleware/authenticate.js";
import { readListing } from "../read-listing.js";

/** `/{company_id}/audit-log`. Source: API.md, "Endpoints". */
export const auditLog = (deps: ApiDeps) =>
  new Hono<ApiEnv>().get("/", requireScope("read"), async (c) => {
    const listing = readListing(new URL(c.req.url).searchParams, auditFields);

    return answerListing(c, await listAuditLog(deps.db, c.get("caller"), listing));
  });
