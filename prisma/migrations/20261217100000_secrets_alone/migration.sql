-- LOCK TABLE of a view locks what its text names as well, by the view's owner's right. The API deletes secrets through this one, so it could hold
-- webhook too, which every sale reads. A function's body is not the view's text.
CREATE FUNCTION tenant.owns_webhook(id INTEGER) RETURNS BOOLEAN LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM tenant.webhook w WHERE w.id = owns_webhook.id);
CREATE OR REPLACE VIEW tenant.webhook_secret AS SELECT * FROM public.webhook_secret s
  WHERE tenant.owns_webhook(s.webhook_id) WITH CHECK OPTION;
