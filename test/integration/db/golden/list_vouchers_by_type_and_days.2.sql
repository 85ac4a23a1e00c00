SELECT ($1::int)::int AS total,
  (
    SELECT '[' || coalesce(string_agg(listed.row, ','), '') || ']'
    FROM (
      SELECT page.id::text AS row
      FROM (
        SELECT l.id
        FROM voucher l
        WHERE l.company_id = $2
          AND l.production = $3
          AND l.voucher_type = $4::bigint
          AND l.voucher_date::text >= $5::text
          AND l.voucher_date::text < $6::text
          AND l.id >= $7::bigint
          AND l.id <= $8::bigint
        ORDER BY l.id DESC
        LIMIT 50
        OFFSET 1
      ) page
    ) listed
  ) AS rows
