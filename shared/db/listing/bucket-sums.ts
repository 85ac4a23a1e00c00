import type { Tenant } from "../../domain/tenant.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import { everything, type Level, type Range } from "./buckets.js";
import { type Filter, toCondition } from "./listing.js";

/** The rows of voucher_bucket, as `s`: the steps of a level within a range, only for the types that the filters allow. */
export const stepsIn = (
  scope: Tenant,
  { level, range }: { level: Level; range: Range },
  types: Filter[] = [],
): Prisma.Sql => Prisma.sql`
  voucher_bucket s WHERE ${inScope(scope, "s")} AND s.field = ${Prisma.raw(`'${level.name}'`)} AND ${toCondition(types, "s")}
    AND s.start >= ${start(range.from ?? everything.from)} AND s.start < ${start(range.to ?? everything.to)}`;

const start = (number: bigint) => Prisma.sql`(SELECT ${String(number)}::bigint)`;
