import pg from "pg";

export interface Load {
  databaseUrl: string;
  /** How many vouchers in all. Two fifths are of `companyId`, the others are spread over `others` companies; without any, all are its. */
  rows: number;
  companyId: number;
  others: number;
  /** `YYYYMM`: all vouchers are of the company and of this month, and their numbers have no gaps. */
  period?: string;
  onProgress(loaded: number, phase: string): void;
}

const chunk = 50_000;

/** Fills a migrated database with SQL and builds its secondary indexes afterwards: about 20,000 vouchers a second. */
export async function loadVouchers({ databaseUrl, rows, companyId, others, period, onProgress }: Load): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("SET maintenance_work_mem = '512MB'");
    await client.query(companies, [others]);
    await client.query(keys, [companyId]);
    const indexes = await dropIndexes(client);
    await client.query(withoutChecks);
    for (let from = 1; from <= rows; from += chunk) {
      const to = Math.min(rows, from + chunk - 1);
      onProgress(from - 1, "vouchers");
      await client.query(vouchers, [from, to, rows, companyId, others, period]);
      await client.query("SELECT fold_voucher_counts($1)", [chunk]);
    }
    for (const [position, definition] of indexes.entries()) {
      onProgress(rows, `index ${position + 1} of ${indexes.length}`);
      await client.query(definition);
    }
    await client.query(withChecks);
    await client.query(
      "SELECT setval('voucher_id_seq', $1), setval('issuance_id_seq', $1), setval('issuance_queue_position', $1)",
      [rows],
    );
    onProgress(rows, "vacuum");
    await client.query(
      "VACUUM (ANALYZE) voucher, voucher_count, voucher_count_pending, voucher_bucket, issuance, recipient, voucher_note, api_key, company",
    );
  } finally {
    await client.end();
  }
}

/** Gives what makes them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
    FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid
    WHERE i.indrelid IN ('voucher'::regclass, 'issuance'::regclass) AND c.oid IS NULL`);
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

/** The loaded rows are valid, so no trigger needs to check them. Only the counting trigger stays on. */
const withoutChecks = `
  ALTER TABLE voucher DISABLE TRIGGER ALL; ALTER TABLE issuance DISABLE TRIGGER ALL; ALTER TABLE voucher ENABLE TRIGGER count_vouchers`;
const withChecks = "ALTER TABLE voucher ENABLE TRIGGER ALL; ALTER TABLE issuance ENABLE TRIGGER ALL";

const companies = `
  INSERT INTO company (code, cuit, name, tax_type)
  SELECT 'bench-' || n, (30500000000 + n)::text, 'Comercio ' || n, 1 FROM generate_series(1, $1::int) n ON CONFLICT (code) DO NOTHING`;

const keys = `
  INSERT INTO api_key (company_id, production, name, prefix, hash, scopes)
  SELECT c.id, true, 'Key ' || n, 'PROD_load', sha256(convert_to(c.id || '-' || n, 'UTF8')), '{read,issue}'
  FROM company c, generate_series(1, 4) n WHERE c.id = $1 OR (c.code LIKE 'bench-%' AND n = 1)`;

/**
 * Two years of sales until now: five points of sale, mostly final consumers, a few notes. With ten times the vouchers there are
 * ten times the customers, but equally few vouchers of the rare type and of the old key. Numbers begin at 10,000,001, so that
 * new vouchers begin at 1. Parameters: $1 and $2 the first and last voucher, $3 the total, $4 the company, $5 the others, $6 null, or
 * the month of all vouchers, which are then the company's alone.
 */
const vouchers = `
  WITH key AS MATERIALIZED (
    SELECT company_id, array_agg(id ORDER BY id) AS ids FROM api_key WHERE name LIKE 'Key %' GROUP BY company_id
  ),
  other AS MATERIALIZED (SELECT array_agg(id ORDER BY id) AS ids FROM company WHERE code LIKE 'bench-%'),
  size AS MATERIALIZED (SELECT GREATEST(1, $3::bigint / 100) AS rare, GREATEST(1, $3::bigint / 250) AS customers),
  drawn AS MATERIALIZED (
    SELECT g, (hashint8(g) & 2147483647) AS a, (hashint8(g + 1000000007) & 2147483647) AS b, (hashint8(g + 3000000019) & 2147483647) AS c,
      CASE WHEN $6::text IS NOT NULL OR $5::int = 0 OR g % 5 < 2 THEN $4::int ELSE other.ids[1 + (hashint8(g + 7000000001) & 2147483647) % nullif($5::int, 0)] END AS company_id,
      CASE WHEN $6::text IS NULL THEN now() - ($3::bigint - g) / $3::float8 * interval '730 days'
        ELSE ((to_date($6 || '01', 'YYYYMMDD') + ((g - 1) * 28 / $3::bigint)::int)::text || 'T12:00-03')::timestamptz END AS created_at
    FROM generate_series($1::bigint, $2::bigint) g, other
  ),
  typed AS MATERIALIZED (
    SELECT drawn.*, 1 + a % 5 AS pos,
      CASE WHEN g % rare = 0 THEN 2 WHEN b % 1000 < 800 THEN 6 WHEN b % 1000 < 950 THEN 1 WHEN b % 1000 < 990 THEN 8 WHEN b % 1000 < 999 THEN 3 ELSE 7 END AS type,
      to_char(created_at AT TIME ZONE '-03' - (CASE WHEN $6::text IS NULL THEN c % 10 / 9 ELSE 0 END) * interval '1 day', 'YYYYMMDD') AS date,
      round(exp(5 + (c % 7000000) / 1000000.0)::numeric)::numeric(15, 2) AS net, 'sale-' || g AS reference
    FROM drawn, size
  ),
  last AS MATERIALIZED (
    SELECT s.*, coalesce((SELECT max(v.voucher_number) FROM voucher v WHERE $6::text IS NOT NULL AND v.company_id = s.company_id
      AND v.production AND v.pos_number = s.pos AND v.voucher_type = s.type), 10000000) AS number
    FROM (SELECT DISTINCT company_id, pos, type FROM typed) s
  ),
  ready AS MATERIALIZED (
    SELECT t.*, CASE WHEN $6::text IS NULL THEN 10000000 + g
        ELSE last.number + row_number() OVER (PARTITION BY company_id, pos, type ORDER BY g) END AS number, round(net * 0.21, 2) AS vat,
      CASE WHEN type IN (1, 2, 3) THEN 80 WHEN a % 100 < 85 THEN 99 ELSE 96 END AS doc_type,
      CASE WHEN type IN (1, 2, 3) THEN (30600000000 + c % customers)::text WHEN a % 100 < 85 THEN '0' ELSE (10000000 + c % (customers * 250))::text END AS doc_number,
      CASE WHEN b % 200 = 0 THEN 'rcel' WHEN b % 100 = 1 THEN 'app' ELSE 'api' END AS source,
      key.ids[LEAST(CASE WHEN g % rare = 1 THEN 4 WHEN a % 100 < 70 THEN 1 WHEN a % 100 < 95 THEN 2 ELSE 3 END, cardinality(key.ids))] AS key_id
    FROM typed t JOIN key USING (company_id) JOIN last USING (company_id, pos, type), size
  ),
  issued AS (
    INSERT INTO issuance (id, company_id, production, idempotency, pos_number, voucher_type, state, queue_position, body_hash, api_key_id, request_id, period_start,
      enqueued_at, deadline_at, number, submitted_at, epoch, settled_at)
    SELECT g, company_id, true, reference, pos, type, 'approved', g, sha256(convert_to(reference, 'UTF8')), key_id, reference, created_at::date,
      created_at, created_at, number, created_at, 1, created_at FROM ready
  )
  INSERT INTO voucher (id, company_id, production, pos_number, voucher_type, voucher_number, voucher_date, doc_type, doc_number,
    total_amount, net_amount, vat_amount, exempt_amount, not_taxable_amount, tributes_amount, cae, cae_expiration_date, currency, currency_quotation,
    external_reference, idempotency, issuance_id, api_key_id, user_email, source, request_id, payload, lines, vat, has_pdf, created_at)
  SELECT g, company_id, true, pos, type, number, date, doc_type, doc_number,
    net + vat, net, vat, 0, 0, 0, '86' || lpad(g::text, 12, '0'), date, 'PES', 1,
    reference, reference, g, key_id, CASE WHEN source = 'app' THEN 'user' || a % 7 || '@example.com' END, source, reference,
    left(substr(json_build_object('concept', 1,
      'customer', jsonb_build_object('docType', doc_type, 'docNumber', doc_number, 'name', 'Cliente ' || doc_number, 'taxType', 5, 'address', null, 'stateId', null),
      'items', jsonb_build_array(jsonb_build_object('description', 'Producto ' || b % 1000, 'quantity', 1, 'price', net + vat, 'taxType', 5, 'code', null,
        'unitType', 7, 'discount', 0, 'discountType', 'percentage')),
      'serviceFrom', null, 'serviceTo', null, 'serviceExpiration', null, 'associatedVouchers', null,
      'priceIncludesVat', true, 'tributes', null, 'settings', '{"quantityPrecision": 2, "pricePrecision": 2}'::jsonb,
      'legend', null, 'comments', null, 'additionalData', null, 'cancelsInSameForeignCurrency', null, 'receiverTaxConditionId', null)::text, 2), -1),
    jsonb_build_array(jsonb_build_object('base', net::text, 'vat', vat::text, 'amount', (net + vat)::text)),
    jsonb_build_array(jsonb_build_object('taxType', 5, 'rate', '21', 'base', net::text, 'amount', vat::text)), true, created_at
  FROM ready`;
