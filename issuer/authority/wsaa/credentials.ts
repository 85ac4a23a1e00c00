import type { Delegation } from "../../../shared/domain/authority-problem.js";

/** The certificate that logs in, and the taxpayer that it acts for. */
export interface Credentials {
  certificateId: number;
  production: boolean;
  cuit: string;
  certificatePem: string;
  privateKeyPem: string;
  /** Whose certificate it is, when the taxpayer delegated to the operator. */
  operator?: { cuit: string; alias: string };
}

/** Who acts for the taxpayer, when it is the operator. */
export const delegationOf = ({
  cuit,
  production,
  operator,
}: Omit<Credentials, "certificateId">): Delegation | undefined =>
  operator && { production, taxId: cuit, operator: { taxId: operator.cuit, alias: operator.alias } };
