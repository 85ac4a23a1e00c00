/* find_queued */
SELECT wanted.at::int
FROM unnest((SELECT $1::int[]), (SELECT $2::boolean[]), (SELECT $3::int[]), (SELECT $4::int[])) WITH ORDINALITY AS wanted(company_id, production, pos_number, voucher_type, at)
CROSS JOIN LATERAL (
  SELECT
  FROM issuance i
  WHERE i.company_id = wanted.company_id
    AND i.production = wanted.production
    AND i.pos_number = wanted.pos_number
    AND i.voucher_type = wanted.voucher_type
    AND i.state = 'queued'
    AND i.deadline_at > now()
    AND NOT coalesce(i.incarnation <> (SELECT public.current_incarnation()), false)
    AND NOT (i.suspect_since IS NOT NULL AND public.may_be_hidden(i.id))
    AND NOT (
      i.may_fail_over
      AND EXISTS (
        SELECT
        FROM public.contingency c
        WHERE c.company_id = i.company_id
          AND c.production = i.production
          AND c.active_since IS NOT NULL
          AND NOT coalesce(
            c.trial_id = i.id
            AND c.trial_at > now() - 5 * interval '1 second'
            AND c.trial_at <= now() + interval '1 second', false
          )
      )
      AND NOT EXISTS (SELECT FROM public.freed_number f WHERE f.issuance_id = i.id)
      AND NOT public.is_suspect(i.id)
    )
  LIMIT 1
) found
