/** A company in one environment. Every query of a tenant's data must be limited to both. */
export interface Tenant {
  companyId: number;
  production: boolean;
}

export type EnvironmentName = "homologation" | "production";

export const environmentName = (production: boolean): EnvironmentName => (production ? "production" : "homologation");
