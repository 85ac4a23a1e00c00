SELECT (
  (
    SELECT coalesce(sum(vouchers), 0)
    FROM (
      SELECT c.*
      FROM voucher_count c
      WHERE c.company_id = $1
        AND c.production = $2
        AND c.span = 'all'
    ) c
    WHERE true
  )
)::int AS total,
  (
    SELECT '[' || coalesce(string_agg(listed.row, ','), '') || ']'
    FROM (
      SELECT page.id::text AS row
      FROM (
        SELECT l.id
        FROM voucher l
        WHERE l.company_id = $3
          AND l.production = $4
          AND l.id < (
            SELECT start + $5
            FROM (
              SELECT start, through - vouchers AS before
              FROM (
                SELECT s.start, sum(s.vouchers) AS vouchers,
                  sum(sum(s.vouchers)) OVER (ORDER BY s.start DESC) AS through
                FROM voucher_bucket s
                WHERE s.company_id = $6
                  AND s.production = $7
                  AND s.field = 'id'
                GROUP BY s.start
              ) steps
              WHERE through > $8
              ORDER BY start DESC
              LIMIT 1
            ) step
          )
          AND true
        ORDER BY l.id DESC
        LIMIT 50
        OFFSET (
          SELECT $9::bigint - before
          FROM (
            SELECT start, through - vouchers AS before
            FROM (
              SELECT s.start, sum(s.vouchers) AS vouchers, sum(sum(s.vouchers)) OVER (ORDER BY s.start DESC) AS through
              FROM voucher_bucket s
              WHERE s.company_id = $10
                AND s.production = $11
                AND s.field = 'id'
              GROUP BY s.start
            ) steps
            WHERE through > $12
            ORDER BY start DESC
            LIMIT 1
          ) step
        )
      ) page
    ) listed
  ) AS rows
