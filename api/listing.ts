import { Prisma } from "../shared/db/generated/client.js";

type FieldType = "integer" | "decimal" | "text" | "instant";

/** How one field of the listing is filtered and ordered. */
interface ListingField {
  column: Prisma.Sql;
  type: FieldType;
}

/** The filters of the voucher listing. Source: API.md, "GET /{company_id}/invoices". */
export const voucherFields: Record<string, ListingField> = {
  id: { column: Prisma.sql`v.id`, type: "integer" },
  cae: { column: Prisma.sql`v.cae`, type: "text" },
  idempotency: { column: Prisma.sql`v.idempotency`, type: "text" },
  externalReference: { column: Prisma.sql`v.external_reference`, type: "text" },
  date: { column: Prisma.sql`v.voucher_date`, type: "text" },
  created: { column: Prisma.sql`v.created_at`, type: "instant" },
  pos: { column: Prisma.sql`v.pos_number`, type: "integer" },
  number: { column: Prisma.sql`v.voucher_number`, type: "integer" },
  docType: { column: Prisma.sql`v.doc_type`, type: "integer" },
  docNumber: { column: Prisma.sql`v.doc_number`, type: "text" },
  type: { column: Prisma.sql`v.voucher_type`, type: "integer" },
  total: { column: Prisma.sql`v.total_amount`, type: "decimal" },
  status: { column: Prisma.sql`v.status`, type: "text" },
  source: { column: Prisma.sql`v.source`, type: "text" },
  apiKeyId: { column: Prisma.sql`v.api_key_id`, type: "integer" },
  userEmail: { column: Prisma.sql`v.user_email`, type: "text" },
};

const comparisons: Record<string, Prisma.Sql> = {
  gt: Prisma.sql`>`,
  gte: Prisma.sql`>=`,
  lt: Prisma.sql`<`,
  lte: Prisma.sql`<=`,
};

const mostListed = 100;

export interface Page {
  where: Prisma.Sql;
  orderBy: Prisma.Sql;
  limit: number;
  offset: number;
}

/** Reads filters, ordering and page. Names, suffixes and values that are unknown or invalid are ignored, never refused. */
export function readPage(query: URLSearchParams, fields: Record<string, ListingField>): Page {
  const conditions = [...query]
    .map(([name, value]) => toCondition(name, value, fields))
    .filter((condition) => condition !== undefined);
  return {
    where: conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, " AND "),
    orderBy: toOrder(query.get("ordering") ?? "", fields),
    limit: readCount(query.get("limit"), 1, 200) ?? 50,
    offset: readCount(query.get("offset"), 0, 2_000_000_000) ?? 0,
  };
}

function toCondition(name: string, text: string, fields: Record<string, ListingField>): Prisma.Sql | undefined {
  const [fieldName = "", operator, ...rest] = name.split("__");
  const field = Object.hasOwn(fields, fieldName) ? fields[fieldName] : undefined;
  if (!field || rest.length > 0) return undefined;
  if (operator === "in") {
    const values = text
      .split(",", mostListed)
      .map((each) => toValue(each.trim(), field.type))
      .filter((value) => value !== undefined);
    return values.length === 0 ? undefined : Prisma.sql`${field.column} IN (${Prisma.join(values)})`;
  }
  const comparison =
    operator === undefined ? Prisma.sql`=` : Object.hasOwn(comparisons, operator) ? comparisons[operator] : undefined;
  const value = toValue(text, field.type);
  return comparison && value && Prisma.sql`${field.column} ${comparison} ${value}`;
}

/** The value as a typed parameter; undefined when it is none of the field's type. */
function toValue(text: string, type: FieldType): Prisma.Sql | undefined {
  switch (type) {
    case "integer":
      return /^-?\d{1,9}$/.test(text) ? Prisma.sql`${Number(text)}::int` : undefined;
    case "decimal":
      return /^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? Prisma.sql`${text}::numeric` : undefined;
    case "text":
      return text.length > 0 && text.length <= 300 && !text.includes("\0") ? Prisma.sql`${text}::text` : undefined;
    case "instant": {
      const instant = /^\d{4}-\d{2}-\d{2}/.test(text) ? new Date(text) : undefined;
      return instant && !Number.isNaN(instant.getTime())
        ? Prisma.sql`${instant.toISOString()}::timestamptz`
        : undefined;
    }
  }
}

/** Newest first unless told otherwise; the id breaks ties, so that pages never overlap. */
function toOrder(text: string, fields: Record<string, ListingField>): Prisma.Sql {
  const terms = text.split(",", 10).flatMap((term) => {
    const name = term.trim().replace(/^-/, "");
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) return [];
    return [term.trim().startsWith("-") ? Prisma.sql`${field.column} DESC` : Prisma.sql`${field.column} ASC`];
  });
  return Prisma.join([...terms, Prisma.sql`v.id DESC`], ", ");
}

function readCount(text: string | null, least: number, most: number): number | undefined {
  if (text === null || !/^\d{1,10}$/.test(text)) return undefined;
  const count = Number(text);
  return count < least ? undefined : Math.min(count, most);
}
