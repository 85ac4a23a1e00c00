-- The pace of calls at the payment provider, over all processes: when the next one may be made, and until when none is, after a 429.
ALTER TABLE payment_watch ADD COLUMN call_at TIMESTAMPTZ(3) NOT NULL DEFAULT now();
ALTER TABLE payment_watch ADD COLUMN rests_until TIMESTAMPTZ(3) NOT NULL DEFAULT now();
CREATE OR REPLACE VIEW tenant.payment_watch AS SELECT * FROM public.payment_watch WHERE false WITH CHECK OPTION;
