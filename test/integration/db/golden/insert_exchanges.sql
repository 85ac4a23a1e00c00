/* insert_exchanges */
INSERT INTO exchange (issuance_ids, operation, request, answer, status, failure, outcome, started_at, took_ms)
SELECT e.ids::bigint[], e.operation, e.request, e.answer, e.status, e.failure, e.outcome, e.started_at, e.took_ms
FROM unnest(
  $1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[], $7::text[], $8::timestamptz[], $9::int[]
) AS e(ids, operation, request, answer, status, failure, outcome, started_at, took_ms)
