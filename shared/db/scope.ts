import { Prisma } from "./generated/client.js";

/** A company in one environment. Every query of vouchers must be limited to both. */
export interface Scope {
  companyId: number;
  production: boolean;
}

export const inScope = ({ companyId, production }: Scope, alias: string): Prisma.Sql =>
  Prisma.sql`${Prisma.raw(alias)}.company_id = ${companyId} AND ${Prisma.raw(alias)}.production = ${production}`;
