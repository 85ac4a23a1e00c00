/* rest_payment_calls */
UPDATE public.payment_watch
SET rests_until = clock_timestamp() + $1 * interval '1 millisecond'
