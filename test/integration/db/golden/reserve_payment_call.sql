/* reserve_payment_call */
UPDATE public.payment_watch
SET call_at = $1 * interval '1 millisecond' + CASE
  WHEN call_at BETWEEN clock_timestamp() AND clock_timestamp() + $2 * interval '1 millisecond' THEN call_at
  ELSE clock_timestamp()
END
WHERE rests_until NOT BETWEEN clock_timestamp() AND clock_timestamp() + $3 * interval '1 millisecond'
  AND (
    call_at <= clock_timestamp() + $4 * interval '1 millisecond'
    OR call_at > clock_timestamp() + $5 * interval '1 millisecond'
  )
RETURNING greatest(0, extract(epoch FROM call_at - clock_timestamp()) * 1000 - $6)::float8 AS "waitMs"
