-- What a person does with their account stands in the audit log of each company that they have accepted, or of one alone. With its
-- owner's rights: the API's own statements write for one company at a time, and a sign-in is of none. Gives the person's id; NULL when
-- the address is nobody's, and then nothing is written.
CREATE FUNCTION note_user(address text, what text, more jsonb, only_company integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
  WITH someone AS (SELECT p.id, p.email FROM public.person p WHERE p.email = address),
  noted AS (
    INSERT INTO public.audit_entry (company_id, action, resource_id, actor_type, actor_email, after)
    SELECT m.company_id, what, s.email, 'user', s.email, more
    FROM someone s JOIN public.membership m ON m.person_id = s.id
    WHERE m.accepted_at IS NOT NULL AND (only_company IS NULL OR m.company_id = only_company)
      AND what IN ('user.sign_in', 'user.sign_in.failed', 'user.sign_in.locked', 'user.password.asked', 'user.password.set',
        'user.password.changed', 'user.accept')
  )
  SELECT id FROM someone
$$;
REVOKE EXECUTE ON FUNCTION note_user(text, text, jsonb, integer) FROM PUBLIC;
