-- One mail of a kind waits for a person, however often it is asked for.
CREATE UNIQUE INDEX person_mail_waiting ON person_mail (person_id, kind, coalesce(company_id, 0)) WHERE state = 'due';
-- Whether one was asked for lately. Also for the removal of a person.
CREATE INDEX person_mail_person ON person_mail (person_id);

-- People are no company's. The API names these tables with their schema; a statement that forgot it finds nothing.
CREATE VIEW tenant.person AS SELECT * FROM public.person WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.person_session AS SELECT * FROM public.person_session WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.person_link AS SELECT * FROM public.person_link WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.person_mail AS SELECT * FROM public.person_mail WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.sign_in_failure AS SELECT * FROM public.sign_in_failure WHERE false WITH CHECK OPTION;
