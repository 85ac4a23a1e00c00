import type { Delegation } from "../../../shared/domain/authority-problem.js";

/** The certificate that logs in, and the taxpayer that it acts for. */
export interface Credentials {
  certificateId: number;
  production: boolean;
  cuit: string;
  certificatePem: string;
  privateKeyPem: string;
  /** Holder of the certificate, when the taxpayer delegated to the operator. */
  operator?: { cuit: string; alias: string };
}

/** Delegation of the taxpayer, when the operator acts for it. */
export const delegationOf = ({
  cuit,
  production,
  operator,
}: Omit<Credentials, "certificateId">): Delegation | undefined =>
  operator && { production, taxId: cuit, operator: { taxId: operator.cuit, alias: operator.alias } };
