/* take_sequence */
WITH known AS (
  UPDATE sequence s
  SET epoch = s.epoch + 1, token = $1::bigint, incarnation = present,
    unverified = s.unverified OR (s.incarnation IS NOT NULL AND s.incarnation <> present)
  FROM current_incarnation() AS present
  WHERE present <> 0
    AND NOT EXISTS (SELECT FROM public.watermark_state WHERE waiting_since IS NOT NULL)
    AND s.company_id = $2::int
    AND s.production = $3::boolean
    AND s.pos_number = $4::int
    AND s.voucher_type = $5::int
  RETURNING s.id, s.epoch, s.token::text, s.last_number AS "lastNumber", s.last_date AS "lastDate", s.unverified
),
made AS (
  INSERT INTO sequence AS s (company_id, production, pos_number, voucher_type, epoch, token, incarnation, unverified)
  SELECT $6::int, $7::boolean, $8::int, $9::int, 1, $10::bigint, present,
    EXISTS (
      SELECT
      FROM issuance i
      WHERE i.company_id = $11
        AND i.production = $12
        AND i.pos_number = $13
        AND i.voucher_type = $14
        AND (i.incarnation <> present OR i.suspect_since IS NOT NULL)
    )
  FROM current_incarnation() AS present
  WHERE present <> 0
    AND NOT EXISTS (SELECT FROM public.watermark_state WHERE waiting_since IS NOT NULL)
    AND NOT EXISTS (SELECT FROM known)
  -- Two may take it for the first time at once.
  ON CONFLICT (company_id, production, pos_number, voucher_type) DO UPDATE
  SET epoch = s.epoch + 1, token = $15::bigint, incarnation = excluded.incarnation,
    unverified = s.unverified OR (s.incarnation IS NOT NULL AND s.incarnation <> excluded.incarnation)
  RETURNING s.id, s.epoch, s.token::text, s.last_number AS "lastNumber", s.last_date AS "lastDate", s.unverified
)
SELECT *
FROM known
UNION ALL
SELECT *
FROM made
