SELECT count(*) FILTER (
  WHERE state = 'queued'
    AND NOT is_background
)::int AS queued, count(*) FILTER (
  WHERE state = 'queued'
    AND is_background
)::int AS elements, count(*) FILTER (WHERE state = 'submitted')::int AS submitted,
  count(*) FILTER (WHERE doubt = 'unconfirmed')::int AS unconfirmed,
  (
    SELECT count(*)::int
    FROM public.voucher v
    WHERE NOT has_pdf
      AND source <> 'rcel'
      AND NOT EXISTS (
        SELECT 1
        FROM public.print_attempt t
        WHERE t.voucher_id = v.id
          AND t.versions = '1'
          AND t.attempt_count >= $1
      )
  ) AS "pdfsDue", (SELECT count(*)::int FROM public.print_attempt WHERE attempt_count >= $2) AS "pdfsAside",
  (
    SELECT count(*)::int
    FROM public.recipient
    WHERE state = 'due'
      AND NOT over_limit
  ) AS "mailsDue", (
    SELECT count(*)::int
    FROM public.recipient
    WHERE state = 'due'
      AND over_limit
  ) AS "mailsOverLimit"
FROM public.issuance
WHERE state IN ('queued', 'submitted')
