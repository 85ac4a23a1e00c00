import { adminCommand } from "../../../shared/config/config.js";
import { type DelegationState, listDelegations, listOperatorNeeds } from "../../../shared/db/company/delegations.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { environmentName, type Tenant } from "../../../shared/domain/tenant.js";
import { suggestionFor } from "../../taxauth/authority-suggestions.js";
import { askIssuer } from "../ask-issuer.js";
import { type CheckResult, failed, passed, reasonOf } from "./check.js";

const issuingService = "wsfe";
const maxNamed = 10;

/** Whether the operator's certificate is installed where companies need it, and may issue for each of them. For all companies. */
export async function checkDelegations(db: Database): Promise<CheckResult> {
  const name = "delegations";
  const needs = await listOperatorNeeds(db);
  const lacking = needs.find(({ expiresAt }) => expiresAt === null);
  if (lacking) {
    const env = environmentName(lacking.production);
    const detail = `companies delegated to the operator, who has no active certificate in ${env}`;
    return failed(name, detail, adminCommand(`certificate request --operator --env ${env} --alias NAME`));
  }
  const found = (await listDelegations(db)).flatMap(({ services, ...company }) =>
    services.filter(({ name: service }) => service === issuingService).map((kept) => ({ ...company, ...kept })),
  );
  const [refused] = found.filter(({ refusal }) => refusal !== null);
  const missing = found.filter(({ refusal, authorized }) => refusal === null && authorized === false);
  const details = [
    ...(refused ? [`the login for ${issuingService} is refused, for all companies: ${refused.refusal}`] : []),
    ...(missing.length > 0 ? [`the newest ticket for ${issuingService} does not name ${namesOf(missing)}`] : []),
  ];
  if (details.length === 0)
    return passed(name, needs.length === 0 ? "there are none" : "the kept tickets name every company");
  return failed(
    name,
    details.join("; "),
    "doctor --company CODE says of each what is missing, and asks for a new ticket if it can",
  );
}

function namesOf(companies: Pick<DelegationState, "company" | "cuit" | "production">[]): string {
  const named = companies
    .slice(0, maxNamed)
    .map(({ company, cuit, production }) => `${company} (${cuit}, ${environmentName(production)})`);
  const others = companies.length > maxNamed ? ` and ${companies.length - maxNamed} others` : "";
  return `${named.join(", ")}${others}`;
}

/** Whether the operator's certificate may act for one company, service by service. A running issuer asks the authority. */
export async function checkDelegation(
  db: Database,
  redisUrl: string | undefined,
  tenant: Tenant,
): Promise<CheckResult> {
  const name = `delegation (${environmentName(tenant.production)})`;
  try {
    const answer = await askIssuer({ db, config: { REDIS_URL: redisUrl } }, tenant, { kind: "delegation" });
    const services = answer.outcome === "delegation" ? answer.services : [];
    const [first] = services.flatMap(({ problem }) => problem ?? []);
    if (!first)
      return passed(name, `the certificate may act for ${services.map((service) => service.name).join(", ")}`);
    const lacking = services.filter(({ problem }) => problem).map((service) => service.name);
    return failed(name, `not for ${lacking.join(", ")}: ${first.detail}`, suggestionFor(first).en);
  } catch (error) {
    return passed(name, `not asked: ${reasonOf(error)}`);
  }
}
