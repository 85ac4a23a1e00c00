import { Prisma } from "../generated/client.js";

/**
 * The total of an imported voucher, to be compared with what the sale `i` declares. ▲ Perceptions are computed when a sale is recorded, from a padrón and
 * days that change: those of a forgotten attempt may have been others, though its caller sends the same. So where a sale asks for any, tributes do not
 * count. Source: issuer/README.md, section 3, "A key in doubt".
 */
export const totalBeside = (table: string) => {
  const of = Prisma.raw(table);
  return Prisma.sql`(CASE WHEN i.body ->> 'perceptions' IS NULL THEN ${of}.total_amount
    ELSE ${of}.total_amount - ${of}.tributes_amount + (i.declared ->> 'tributesTotal')::numeric END)`;
};
