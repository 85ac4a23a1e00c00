SELECT c.code, n.production, n.mismatches AS behind
FROM public.number_check n
JOIN public.company c
  ON c.id = n.company_id
WHERE n.mismatches > 0
ORDER BY c.code, n.production
