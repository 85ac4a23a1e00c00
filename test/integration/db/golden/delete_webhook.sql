SELECT public.delete_webhook($1::int, $2, $3::int)::text
