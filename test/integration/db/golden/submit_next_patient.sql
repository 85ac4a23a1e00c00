/* submit_next_patient */
WITH wanted AS MATERIALIZED (
  SELECT DISTINCT ON (id, epoch, token) id, epoch, token, slot,
    set_config('lock_timeout', coalesce($1, current_setting('lock_timeout')), true)
  FROM unnest((SELECT $2::bigint[]), (SELECT $3::int[]), (SELECT $4::bigint[])) WITH ORDINALITY AS wanted(id, epoch, token, slot)
  ORDER BY id, epoch, token, slot
),
seq AS MATERIALIZED (
  WITH locked AS MATERIALIZED (
    SELECT wanted.slot, s.*
    FROM wanted
    CROSS JOIN LATERAL (
      SELECT s.id, s.epoch, s.incarnation, s.last_number, s.authority_time, s.unverified, s.company_id, s.production,
        s.pos_number, s.voucher_type
      FROM sequence s
      WHERE s.id = wanted.id
        AND s.epoch = wanted.epoch
        AND s.token = wanted.token
      FOR UPDATE
    ) s
  )
  SELECT locked.*,
    (
      SELECT coalesce(
        CASE
          WHEN c.trial_at > now() - 5 * interval '1 second'
            AND c.trial_at <= now() + interval '1 second' THEN c.trial_id
        END, 0
      )
      FROM public.contingency c
      WHERE c.company_id = locked.company_id
        AND c.production = locked.production
        AND c.active_since IS NOT NULL
    ) AS may_try
  FROM locked
  WHERE incarnation = (SELECT public.current_incarnation() FROM locked HAVING count(*) > 0)
),
leftover AS MATERIALIZED (
  SELECT seq.slot
  FROM seq
  WHERE EXISTS (
    SELECT
    FROM issuance i
    WHERE i.company_id = seq.company_id
      AND i.production = seq.production
      AND i.pos_number = seq.pos_number
      AND i.voucher_type = seq.voucher_type
      AND i.state = 'submitted'
    OFFSET 0
  )
),
line AS MATERIALIZED (
  SELECT seq.slot, i.*
  FROM seq
  CROSS JOIN LATERAL (
    SELECT i.id, i.company_id, i.period_start, i.queue_position
    FROM issuance i
    WHERE i.company_id = seq.company_id
      AND i.production = seq.production
      AND i.pos_number = seq.pos_number
      AND i.voucher_type = seq.voucher_type
      AND i.state = 'queued'
      AND i.deadline_at > now()
      AND NOT coalesce(i.incarnation <> seq.incarnation, false)
      AND NOT (i.suspect_since IS NOT NULL AND public.may_be_hidden(i.id))
      AND NOT (
        i.may_fail_over
        AND coalesce(i.id <> seq.may_try, false)
        AND NOT EXISTS (SELECT FROM public.freed_number f WHERE f.issuance_id = i.id)
        AND NOT public.is_suspect(i.id)
      )
    ORDER BY i.queue_position
    LIMIT CASE
      WHEN (
        SELECT i.queue_position < 9007199254740992
        FROM issuance i
        WHERE i.company_id = seq.company_id
          AND i.production = seq.production
          AND i.pos_number = seq.pos_number
          AND i.voucher_type = seq.voucher_type
          AND i.state = 'queued'
          AND i.deadline_at > now()
          AND NOT coalesce(i.incarnation <> seq.incarnation, false)
          AND NOT (i.suspect_since IS NOT NULL AND public.may_be_hidden(i.id))
          AND NOT (
            i.may_fail_over
            AND coalesce(i.id <> seq.may_try, false)
            AND NOT EXISTS (SELECT FROM public.freed_number f WHERE f.issuance_id = i.id)
            AND NOT public.is_suspect(i.id)
          )
        ORDER BY i.queue_position
        LIMIT 1
      ) THEN ((SELECT $5::int[]))[seq.slot]
      ELSE ((SELECT $6::int[]))[seq.slot]
    END
    FOR UPDATE SKIP LOCKED
  ) i
  WHERE NOT EXISTS (SELECT FROM leftover WHERE leftover.slot = seq.slot)
    AND NOT EXISTS (SELECT FROM public.watermark_state WHERE waiting_since IS NOT NULL)
),
-- The first of the patient that was passed over because another statement holds it.
passed AS MATERIALIZED (
  SELECT seq.slot,
    (
      SELECT i.queue_position
      FROM issuance i
      WHERE i.company_id = seq.company_id
        AND i.production = seq.production
        AND i.pos_number = seq.pos_number
        AND i.voucher_type = seq.voucher_type
        AND i.state = 'queued'
        AND i.deadline_at > now()
        AND NOT coalesce(i.incarnation <> seq.incarnation, false)
        AND NOT (i.suspect_since IS NOT NULL AND public.may_be_hidden(i.id))
        AND NOT (
          i.may_fail_over
          AND coalesce(i.id <> seq.may_try, false)
          AND NOT EXISTS (SELECT FROM public.freed_number f WHERE f.issuance_id = i.id)
          AND NOT public.is_suspect(i.id)
        )
        AND i.queue_position >= 9007199254740992
        AND i.queue_position < own.last
        AND i.id NOT IN (SELECT id FROM line)
      ORDER BY i.queue_position
      LIMIT 1
    ) AS queue_position
  FROM (
    SELECT slot, max(queue_position) AS last
    FROM line
    WHERE queue_position >= 9007199254740992
    GROUP BY slot
  ) own
  JOIN seq
    ON seq.slot = own.slot
),
-- Numbers and quota go in one order, by the id too: a queue_position may be given twice after rows were loaded without its counter.
picked AS MATERIALIZED (
  SELECT *, row_number() OVER (PARTITION BY slot ORDER BY queue_position, id) AS at,
    row_number() OVER (PARTITION BY company_id, period_start ORDER BY queue_position, id) AS turn
  FROM (
    SELECT *, first_value(period_start) OVER (PARTITION BY slot ORDER BY queue_position, id) AS first_period
    FROM line
    WHERE NOT EXISTS (
      SELECT
      FROM passed
      WHERE passed.slot = line.slot
        AND passed.queue_position < line.queue_position
    )
  ) l
  WHERE period_start = first_period
),
room AS MATERIALIZED (
  SELECT company_id, period_start, public.reserve_quota(company_id, period_start, used, production, asked) AS vouchers
  FROM (
    SELECT company_id, period_start, sum(used)::int AS used, sum(production)::int AS production,
      sum(asked)::int AS asked
    FROM (SELECT company_id, period_start, 0 AS used, 0 AS production, 1 AS asked FROM picked) one
    GROUP BY company_id, period_start
    ORDER BY company_id, period_start
    OFFSET 0
  ) counts
),
-- Apart from the UPDATE, which so has no way to an issuance but its id.
numberable AS MATERIALIZED (
  SELECT picked.id, picked.slot, last.last_number + picked.at AS number, seq.epoch, last.authority_time, last.unverified
  FROM picked
  JOIN seq
    ON seq.slot = picked.slot
  JOIN seq last
    ON last.id = seq.id
  JOIN room
    ON room.company_id = picked.company_id
    AND room.period_start = picked.period_start
    AND picked.turn <= room.vouchers
),
submitted AS (
  UPDATE issuance t
  SET state = 'submitted', number = n.number, epoch = n.epoch, submitted_at = clock_timestamp(),
    authority_time = n.authority_time, all_refused = n.unverified,
    ticket_lists_company = ((SELECT $7::boolean[]))[n.slot]
  FROM numberable n
  WHERE t.id = n.id
  RETURNING t.*, n.slot
)
SELECT wanted.slot::int, seq.slot IS NOT NULL AS current,
  EXISTS (SELECT FROM leftover WHERE leftover.slot = wanted.slot) AS leftover,
  (
    SELECT id
    FROM picked
    WHERE picked.slot = wanted.slot
      AND picked.at = 1
  ) AS picked, i.id, i.revision, i.number, i.body, i.amounts, i.declared, i.vat_rounding AS "vatRounding",
  i.request_id AS "requestId", i.trace, (extract(epoch FROM i.authority_time) * 1000)::float8 AS "authorityTimeMs",
  (extract(epoch FROM i.measured_at) * 1000)::float8 AS "measuredAtMs", i.refusal -> 'reasons' AS refusal,
  coalesce((i.refusal ->> 'quietMs')::float8, 0) AS "quietMs", coalesce((i.refusal ->> 'sends')::int, 0) AS sends,
  i.ticket_lists_company AS "isListed", i.doubt, i.all_refused AS "isDenied", i.problem,
  i.is_background AS "isBackground", i.may_fail_over AS "mayFailOver", i.lookups AS looks,
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"
FROM wanted
LEFT JOIN seq
  ON seq.slot = wanted.slot
LEFT JOIN submitted i
  ON i.slot = wanted.slot
WHERE (SELECT count(*) FROM room) >= 0
ORDER BY wanted.slot, i.number
