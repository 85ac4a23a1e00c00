import type { ActiveCertificate } from "../../../shared/db/company/certificates.js";
import type { Delegation } from "../../../shared/domain/authority-problem.js";

/** The certificate that logs in, and the taxpayer that it acts for. */
export type Credentials = Omit<ActiveCertificate, "expiresAt">;

/** Delegation of the taxpayer, when the operator acts for it. */
export const delegationOf = ({
  cuit,
  production,
  operator,
}: Omit<Credentials, "certificateId">): Delegation | undefined =>
  operator && { production, taxId: cuit, operator: { taxId: operator.cuit, alias: operator.alias } };
