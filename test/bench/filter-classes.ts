import type { Database } from "../../shared/db/pool/database.js";

/**
 * Queries with the same parameters, as clients send them. The values come from the company's own vouchers, chosen so that a page
 * has the same number of rows in a database of any size.
 */
export interface FilterClass {
  name: string;
  /** The speed that the API promises for the filter: "direct" is fast, "scan" is slower. "page": a page without a filter. */
  kind: "direct" | "scan" | "page";
  queries: string[];
}

interface Drawn {
  id: number;
  cae: string;
  idempotency: string;
  externalReference: string;
  date: string;
  created: Date;
  pos: number;
  number: number;
  docType: number;
  docNumber: string;
  type: number;
  total: string;
  apiKeyId: number;
}

/** About how many vouchers match a range of hours or an amount. */
const shared = 100;

/** The classes, with values from randomly drawn vouchers of the company. */
export async function filterClasses(db: Database, companyId: number, draws = 100): Promise<FilterClass[]> {
  const drawn = await db.$queryRaw<Drawn[]>`
    SELECT v.id, cae, idempotency, external_reference AS "externalReference", voucher_date AS date, created_at AS created, pos_number AS pos,
      voucher_number AS number, doc_type AS "docType", doc_number AS "docNumber", voucher_type AS type, total_amount::text AS total, api_key_id AS "apiKeyId"
    FROM (SELECT 1 + floor(random() * (SELECT max(id) FROM voucher))::int AS id FROM generate_series(1, ${draws * 4})) picked
    JOIN voucher v ON v.id >= picked.id AND v.id < picked.id + 10
    WHERE company_id = ${companyId} AND production AND doc_number <> '0' AND source = 'api' LIMIT ${draws}`;
  const keys = await db.$queryRaw<{ id: number }[]>`
    SELECT api_key_id AS id FROM voucher_count WHERE company_id = ${companyId} AND production AND span = 'all' AND api_key_id IS NOT NULL
    GROUP BY 1 ORDER BY sum(vouchers)`;
  const totals = await db.$queryRaw<{ total: string }[]>`
    SELECT total_amount::text AS total FROM voucher WHERE company_id = ${companyId} AND production
    GROUP BY total_amount ORDER BY abs(count(*) - ${shared}) LIMIT ${draws}`;
  const [{ spanMs }] = await db.$queryRaw<[{ spanMs: number }]>`
    SELECT extract(epoch FROM max(created_at) - min(created_at))::float8 * 1000 * ${shared} / count(*) AS "spanMs"
    FROM voucher WHERE company_id = ${companyId} AND production`;
  const of = (name: string, kind: FilterClass["kind"], toQuery: (voucher: Drawn) => string): FilterClass => ({
    name,
    kind,
    queries: [...new Set(drawn.map(toQuery))],
  });
  const after = (created: Date, ms: number) => new Date(created.getTime() + ms).toISOString();
  const monthOf = (date: string) => date.slice(0, 6);
  return [
    of("default listing", "page", () => ""),
    of("limit=200", "page", () => "limit=200"),
    of("ordering=date", "page", () => "ordering=date"),
    of("ordering=-date", "page", () => "ordering=-date"),
    of("ordering=-total", "page", () => "ordering=-total"),
    of("offset=100000", "page", () => "offset=100000"),
    of("ordering=date, offset=100000", "page", () => "ordering=date&offset=100000"),
    of("id", "direct", ({ id }) => `id=${id}`),
    of("id__in, 50 of them", "direct", () => `id__in=${drawn.slice(0, 50).map(({ id }) => id)}`),
    of("id__lt (the page after)", "direct", ({ id }) => `id__lt=${id}`),
    of("cae", "direct", ({ cae }) => `cae=${cae}`),
    of("idempotency", "direct", ({ idempotency }) => `idempotency=${idempotency}`),
    of("externalReference", "direct", ({ externalReference }) => `externalReference=${externalReference}`),
    of("date, one day", "direct", ({ date }) => `date=${date}`),
    of("date, a month", "direct", ({ date }) => `date__gte=${monthOf(date)}01&date__lt=${monthOf(date)}28`),
    of("date, up to a day", "direct", ({ date }) => `date__lte=${date}`),
    of(
      "date, a month, with type",
      "direct",
      ({ date }) => `date__gte=${monthOf(date)}01&date__lt=${monthOf(date)}28&type=1`,
    ),
    of(
      "created, some hours",
      "direct",
      ({ created }) => `created__gte=${after(created, 0)}&created__lt=${after(created, spanMs)}`,
    ),
    of("created, from an instant", "direct", ({ created }) => `created__gte=${after(created, 0)}`),
    of("pos", "direct", ({ pos }) => `pos=${pos}`),
    of("pos, number", "direct", ({ pos, number }) => `pos=${pos}&number=${number}`),
    of("docType", "direct", ({ docType }) => `docType=${docType}`),
    of("docType, docNumber", "direct", ({ docType, docNumber }) => `docType=${docType}&docNumber=${docNumber}`),
    of("docType=99, docNumber=0", "direct", () => "docType=99&docNumber=0"),
    of("type", "scan", ({ type }) => `type=${type}`),
    of("type, the rarest", "scan", () => "type=2"),
    of("total, at least", "scan", ({ total }) => `total__gte=${total}`),
    { name: "total, equal", kind: "scan", queries: totals.map(({ total }) => `total=${total}`) },
    of("status", "scan", () => "status=APPROVED"),
    of("source=app", "scan", () => "source=app"),
    of("apiKeyId, the busiest", "scan", () => `apiKeyId=${keys.at(-1)?.id}`),
    of("apiKeyId, the rarest", "scan", () => `apiKeyId=${keys[0]?.id}`),
    of("userEmail", "scan", () => "userEmail=user3@example.com"),
    of("number alone", "scan", ({ number }) => `number=${number}`),
    of("docNumber alone", "scan", ({ docNumber }) => `docNumber=${docNumber}`),
    of("type, total", "scan", ({ total }) => `type=1&total__gte=${total}`),
    of("type, created", "scan", ({ created }) => `type=1&created__gte=${after(created, 0)}`),
    of("type, id__lt", "scan", ({ id }) => `type=1&id__lt=${id}`),
  ];
}
