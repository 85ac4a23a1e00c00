import { LRUCache } from "lru-cache";
import type { ActiveCertificate } from "../../shared/db/company/certificates.js";
import type { AuthorityProblem } from "../../shared/domain/authority-problem.js";
import { type NoVoucher, notAsked } from "../../shared/domain/issuance-outcome.js";
import { type Tenant, tenantKey } from "../../shared/domain/tenant.js";
import { toProblem } from "../authority/problem.js";
import { actsFor } from "../authority/wsaa/taxpayers.js";
import type { Ticket } from "../authority/wsaa/wsaa.js";
import type { Authority } from "../authority/wsfe/client.js";
import type { AccessDenial } from "../issuing/deps.js";

/** How long a certificate is cached. A newly installed one takes effect within this time. */
const certificateAgeMs = 5_000;
const maxCertificates = 10_000;

type FindCertificate = (companyId: number, production: boolean) => Promise<ActiveCertificate | undefined>;

/** With what a company is let in: its certificate, or the operator's, with a valid access ticket. */
export interface AccessGrant {
  readonly certificate: ActiveCertificate;
  readonly ticket: Ticket;
  /** The ticket lets the taxpayer in, as far as its list tells. */
  isListed(): boolean;
  /** Replaces a ticket that was not accepted. Gives why no other one is available now; undefined when there is one. */
  renew(): Promise<AuthorityProblem | undefined>;
  /** Explains that the authority refuses the ticket again, in these words, after it was replaced. */
  explainRefusal(told: string): AuthorityProblem;
}

/** Lets a company in to the authority, or says why not. */
export type CredentialProvider = (
  tenant: Tenant,
) => Promise<{ outcome: "open"; admission: AccessGrant } | AccessDenial>;

type TicketAuthority = Pick<Authority, "ticketFor" | "renewTicket" | "explainRefusal">;

export function createCredentialProvider(
  authority: TicketAuthority,
  findCertificate: FindCertificate,
): CredentialProvider {
  const recent = new LRUCache<string, ActiveCertificate>({ max: maxCertificates, ttl: certificateAgeMs });

  async function readCertificate(tenant: Tenant): Promise<ActiveCertificate | undefined> {
    const certificate = await findCertificate(tenant.companyId, tenant.production);
    if (certificate) recent.set(tenantKey(tenant), certificate);
    else recent.delete(tenantKey(tenant));
    return certificate;
  }

  const certificateOf = async (tenant: Tenant): Promise<ActiveCertificate | undefined> =>
    recent.get(tenantKey(tenant)) ?? readCertificate(tenant);

  function admit(tenant: Tenant, first: ActiveCertificate, granted: Ticket): AccessGrant {
    let [certificate, ticket] = [first, granted];
    return {
      get certificate() {
        return certificate;
      },
      get ticket() {
        return ticket;
      },
      // A certificate of its own is let in by the login already, whatever the list says.
      isListed: () => certificate.operator === undefined || actsFor(ticket, certificate.cuit) !== false,
      // The company may have another certificate since, or have gone over to the operator's: both act for the same tax id.
      async renew() {
        const present = (await readCertificate(tenant).catch(() => undefined)) ?? certificate;
        const renewed =
          present.certificateId === certificate.certificateId
            ? await authority.renewTicket(present, ticket)
            : await authority.ticketFor(present);
        if (renewed.outcome === "unavailable") return toProblem(renewed);
        [certificate, ticket] = [present, renewed.ticket];
        return undefined;
      },
      explainRefusal: (told) => toProblem(authority.explainRefusal(certificate, ticket, told)),
    };
  }

  return async (tenant) => {
    const certificate = await certificateOf(tenant);
    if (!certificate) return { outcome: "unavailable", reason: noCertificate, heard: "notAsked" };
    const obtained = await authority.ticketFor(certificate);
    if (obtained.outcome === "unavailable") {
      const { heard = "nothing", askedAtMs, isWithheld } = obtained;
      const reason = notAsked(toProblem(obtained));
      return {
        ...{ outcome: "unavailable", reason, heard },
        ...(askedAtMs !== undefined && { askedAtMs }),
        ...(isWithheld && { isWithheld }),
      };
    }
    return { outcome: "open", admission: admit(tenant, certificate, obtained.ticket) };
  };
}

/** The API checks this first, so it is rare here. */
const noCertificate: NoVoucher = {
  code: "VALIDATION_ERROR",
  obstacle: { why: "noCertificate" },
};
