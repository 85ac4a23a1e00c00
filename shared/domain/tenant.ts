/** A company in one environment. Every query of a tenant's data must be limited to both. */
export interface Tenant {
  companyId: number;
  production: boolean;
}

/** A tenant's name for programs: the key of what is counted or kept for each. */
export const tenantKey = ({ companyId, production }: Tenant): string => `${companyId}:${production}`;

export type EnvironmentName = "homologation" | "production";

export const environmentName = (production: boolean): EnvironmentName => (production ? "production" : "homologation");
