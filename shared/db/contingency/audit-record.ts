import type { Tenant } from "../../domain/tenant.js";
import type { Turned } from "./silence.js";

/** The audit entry of a contingency's beginning or end. */
export const toAuditRecord = (
  { companyId, production }: Tenant,
  action: "contingency.start" | "contingency.end",
  { sinceMs, reason }: Turned,
) => ({
  ...{ companyId, production, action, resourceId: production ? "production" : "homologation" },
  after: { active: action === "contingency.start", since: new Date(sinceMs).toISOString(), reason },
});
