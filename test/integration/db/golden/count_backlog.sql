SELECT count(*) FILTER (
  WHERE state = 'queued'
    AND NOT patient
)::int AS queued, count(*) FILTER (
  WHERE state = 'queued'
    AND patient
)::int AS elements, count(*) FILTER (WHERE state = 'submitted')::int AS submitted,
  count(*) FILTER (WHERE doubt = 'unconfirmed')::int AS unconfirmed,
  (
    SELECT count(*)::int
    FROM public.voucher v
    WHERE NOT has_pdf
      AND source <> 'rcel'
      AND NOT EXISTS (
        SELECT 1
        FROM public.print_try t
        WHERE t.voucher_id = v.id
          AND t.versions = '1'
          AND t.tries >= $1
      )
  ) AS "pdfsDue", (SELECT count(*)::int FROM public.print_try WHERE tries >= $2) AS "pdfsAside",
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
