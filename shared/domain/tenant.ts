/** A company in one environment: whatever belongs to a tenant is never looked up without both. */
export interface Tenant {
  companyId: number;
  production: boolean;
}

export type EnvironmentName = "homologation" | "production";

export const environmentName = (production: boolean): EnvironmentName => (production ? "production" : "homologation");
