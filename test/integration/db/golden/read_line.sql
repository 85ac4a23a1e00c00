/* read_line */
SELECT line.*, pace.*
FROM (
  SELECT count(*) FILTER (
    WHERE i.state = 'submitted'
      OR i.queue_position < 9007199254740992
  )::int AS ahead, coalesce(bool_or(i.state = 'submitted'), false) AS "isAsked",
    coalesce(bool_or(i.operator_reason IS NOT NULL), false) AS "needsOperator"
  FROM issuance i
  WHERE i.company_id = $1
    AND i.production = $2
    AND i.pos_number = $3
    AND i.voucher_type = $4
    AND i.state IN ('queued', 'submitted')
) line,
  (
    SELECT avg(extract(epoch FROM latest.created_at - latest.submitted_at) * 1000)::float8 AS "paceMs",
      max(latest.created_at) > now() - $5 * interval '1 millisecond' AS "isNew"
    FROM (
      SELECT v.created_at, i.submitted_at
      FROM voucher v
      JOIN issuance i
        ON i.id = v.issuance_id
      WHERE v.company_id = $6
        AND v.production = $7
        AND v.pos_number = $8
        AND v.voucher_type = $9
      ORDER BY v.voucher_number DESC
      LIMIT 10
    ) latest
  ) pace
