SELECT public.purge_freed_numbers()::text
