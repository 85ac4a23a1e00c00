/** A part of a list: `limit` rows at most, after `offset` rows. */
export interface ListPage {
  limit: number;
  offset: number;
}

/** The part as Prisma's options. Without a page, the whole list. */
export const toPrismaPage = (page: ListPage | undefined): { take?: number; skip?: number } =>
  page ? { take: page.limit, skip: page.offset } : {};
