SELECT public.hold_credits($1::bigint)
