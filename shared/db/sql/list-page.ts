import { Prisma } from "../generated/client.js";

/** A part of a list: `limit` rows at most, after `offset` rows. */
export interface ListPage {
  limit: number;
  offset: number;
}

/** SQL of the part. Without a page, the whole list. */
export const toPage = (page: ListPage | undefined): Prisma.Sql =>
  page ? Prisma.sql`LIMIT ${page.limit} OFFSET ${page.offset}` : Prisma.empty;
