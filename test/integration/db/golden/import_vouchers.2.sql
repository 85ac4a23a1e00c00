SELECT waiting_for AS why
FROM public.watermark_state
WHERE waiting_since IS NOT NULL
