import type { Tenant } from "../../domain/tenant.js";
import { Prisma } from "../generated/client.js";

/** The rows of a company in one environment. Every query of vouchers must be limited to both. */
export const inScope = ({ companyId, production }: Tenant, alias: string): Prisma.Sql =>
  Prisma.sql`${Prisma.raw(alias)}.company_id = ${companyId} AND ${Prisma.raw(alias)}.production = ${production}`;
