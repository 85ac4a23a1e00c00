/* cancel_all_overdue */
WITH held AS MATERIALIZED (
  SELECT i.id, i.batched
  FROM (
    SELECT i.id, i.is_background,
      row_number() OVER (PARTITION BY i.company_id, i.production ORDER BY i.deadline_at, i.id) AS turn
    FROM issuance i
    WHERE i.state = 'queued'
      AND (
        i.deadline_at <= now() - interval '1 second'
        AND (
          NOT i.is_background
          OR coalesce(i.deadline_at <= to_timestamp($1::float8 / 1000) + interval '1 hour', true)
        )
        OR (
          coalesce(i.incarnation <> (SELECT public.current_incarnation()), false)
          OR (i.suspect_since IS NOT NULL AND public.may_be_hidden(i.id))
        )
      )
  ) o
  JOIN issuance i
    ON i.id = o.id
    AND i.state = 'queued'
    AND (
      i.deadline_at <= now() - interval '1 second'
      AND (
        NOT i.is_background
        OR coalesce(i.deadline_at <= to_timestamp($2::float8 / 1000) + interval '1 hour', true)
      )
      OR (
        coalesce(i.incarnation <> (SELECT public.current_incarnation()), false)
        OR (i.suspect_since IS NOT NULL AND public.may_be_hidden(i.id))
      )
    )
  ORDER BY o.is_background, o.turn, o.id
  LIMIT $3
  FOR NO KEY UPDATE OF i SKIP LOCKED
),
-- Looks once more, at the row that is held now.
changed AS (
  UPDATE issuance i
  SET settled_at = now(),
    state = CASE
      WHEN is_background
        OR (
          (
            coalesce(i.incarnation <> (SELECT public.current_incarnation()), false)
            OR (i.suspect_since IS NOT NULL AND public.may_be_hidden(i.id))
          )
          OR EXISTS (SELECT FROM public.watermark_state WHERE waiting_since IS NOT NULL)
        ) THEN 'failed'
      ELSE 'cancelled'
    END::issuance_state,
    outcome = CASE
      WHEN (
        (
          coalesce(i.incarnation <> (SELECT public.current_incarnation()), false)
          OR (i.suspect_since IS NOT NULL AND public.may_be_hidden(i.id))
        )
        OR EXISTS (SELECT FROM public.watermark_state WHERE waiting_since IS NOT NULL)
      ) THEN $4::jsonb
      WHEN is_background THEN $5::jsonb
      ELSE $6::jsonb
    END
  WHERE i.id = ANY (
    ARRAY(
      SELECT h.id
      FROM held h
      WHERE NOT h.batched
        OR (
          SELECT count(*)
          FROM (
            SELECT
            FROM batch_element e
            WHERE e.issuance_id = h.id
              AND e.state = 'pending'
            FOR NO KEY UPDATE SKIP LOCKED
          ) locked
        ) = (
          SELECT count(*)
          FROM batch_element e
          WHERE e.issuance_id = h.id
            AND e.state = 'pending'
        )
    )
  )
    AND i.state = 'queued'
    AND (
      i.deadline_at <= now() - interval '1 second'
      AND (
        NOT i.is_background
        OR coalesce(i.deadline_at <= to_timestamp($7::float8 / 1000) + interval '1 hour', true)
      )
      OR (
        coalesce(i.incarnation <> (SELECT public.current_incarnation()), false)
        OR (i.suspect_since IS NOT NULL AND public.may_be_hidden(i.id))
      )
    )
  RETURNING id
)
SELECT id
FROM changed
