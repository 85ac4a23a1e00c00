SELECT c.code, n.production, n.behind
FROM public.number_check n
JOIN public.company c
  ON c.id = n.company_id
WHERE n.behind > 0
ORDER BY c.code, n.production
