import { Prisma } from "./generated/client.js";

/** The tenant and the environment: no voucher is ever seen without both. */
export interface Scope {
  companyId: number;
  production: boolean;
}

export const inScope = ({ companyId, production }: Scope, alias: string): Prisma.Sql =>
  Prisma.sql`${Prisma.raw(alias)}.company_id = ${companyId} AND ${Prisma.raw(alias)}.production = ${production}`;
