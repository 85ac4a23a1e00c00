SELECT (
  (
    SELECT coalesce(sum(s.vouchers), 0)
    FROM voucher_bucket s
    WHERE s.company_id = $1
      AND s.production = $2
      AND s.field = 'total_amount'
      AND true
      AND s.start >= (SELECT $3::bigint)
      AND s.start < (SELECT $4::bigint)
  ) + $5::int * (
    SELECT count(*)
    FROM voucher v
    WHERE v.company_id = $6
      AND v.production = $7
      AND v.total_amount >= $8::numeric
      AND v.total_amount < $9::numeric
  )
)::int AS total,
  (
    SELECT '[' || coalesce(string_agg(listed.row, ','), '') || ']'
    FROM (
      SELECT page.id::text AS row
      FROM (
        SELECT l.id
        FROM voucher l
        WHERE l.company_id = $10
          AND l.production = $11
          AND l.total_amount > $12::numeric
        ORDER BY l.id DESC
        LIMIT 50
        OFFSET 1
      ) page
    ) listed
  ) AS rows
