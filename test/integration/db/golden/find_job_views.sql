/* find_job_views */
SELECT found.*
FROM unnest((SELECT $1::bigint[])) AS wanted(id)
CROSS JOIN LATERAL (
  SELECT i.id, i.revision, i.state::text, i.number, i.outcome, i.request_id AS "requestId", v.cae,
    CASE WHEN v.caea THEN v.pos_number END AS substitute, i.operator_reason AS why, c.code AS "companyCode", i.epoch,
    (extract(epoch FROM i.enqueued_at) * 1000)::float8 AS "recordedAtMs",
    (extract(epoch FROM i.submitted_at - i.enqueued_at) * 1000)::int AS "waitedMs",
    (extract(epoch FROM i.settled_at - i.submitted_at) * 1000)::int AS "askedMs",
    (extract(epoch FROM i.settled_at - i.enqueued_at) * 1000)::int AS "settledMs"
  FROM issuance i
  JOIN company c
    ON c.id = i.company_id
  LEFT JOIN voucher v
    ON v.issuance_id = i.id
  WHERE i.id = wanted.id
  LIMIT 1
) found
