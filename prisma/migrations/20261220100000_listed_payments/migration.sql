-- When all payments of the provider's account were last listed to the end.
ALTER TABLE payment_watch ADD COLUMN listed_at TIMESTAMPTZ(3);
CREATE OR REPLACE VIEW tenant.payment_watch AS SELECT * FROM public.payment_watch WHERE false WITH CHECK OPTION;
