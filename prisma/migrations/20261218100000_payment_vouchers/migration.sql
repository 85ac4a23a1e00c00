-- The operator's own voucher for a payment. Rules: api/payments/README.md, "The operator's own voucher".
ALTER TABLE payment
  -- `waiting`: it is being issued, or tried again; `issued`; `stopped`: it was refused, and waits for the operator; `none`: the operator wants
  -- none. Null: not begun.
  ADD COLUMN bill_state TEXT,
  -- When it is tried next.
  ADD COLUMN bill_at TIMESTAMPTZ(3),
  ADD COLUMN bill_since TIMESTAMPTZ(3),
  -- Why the last try gave none, or why the operator wants none.
  ADD COLUMN bill_problem TEXT,
  -- Of the billing company. Its numbers stand here too, because the payer may not read that company's vouchers.
  ADD COLUMN voucher_id BIGINT,
  ADD COLUMN voucher_pos INTEGER,
  ADD COLUMN voucher_type INTEGER,
  ADD COLUMN voucher_number INTEGER,
  ADD CONSTRAINT payment_bill CHECK (bill_state IN ('waiting', 'issued', 'stopped', 'none') AND char_length(bill_problem) <= 2000),
  ADD CONSTRAINT payment_bill_due CHECK ((bill_state IS NOT NULL AND bill_state = 'waiting') = (bill_at IS NOT NULL)),
  ADD CONSTRAINT payment_bill_voucher CHECK (num_nonnulls(voucher_id, voucher_pos, voucher_type, voucher_number)
    = CASE WHEN bill_state = 'issued' THEN 4 ELSE 0 END);
-- A voucher is of one payment.
CREATE UNIQUE INDEX payment_voucher ON payment (voucher_id);
CREATE INDEX payment_bill_at ON payment (bill_at) WHERE bill_state = 'waiting';
CREATE INDEX payment_unbilled ON payment (granted_at) WHERE bill_state IS NULL AND state = 'approved';
CREATE INDEX payment_of_operator ON payment (id) WHERE state IN ('review', 'refunded', 'charged_back') OR bill_state = 'stopped';

-- What was granted before somebody first said who bills is billed by hand, if at all.
ALTER TABLE payment_watch ADD COLUMN billing_since TIMESTAMPTZ(3);

CREATE OR REPLACE VIEW tenant.payment AS SELECT * FROM public.payment WHERE company_id = tenant.own_company() WITH CHECK OPTION;
CREATE OR REPLACE VIEW tenant.payment_watch AS SELECT * FROM public.payment_watch WHERE false WITH CHECK OPTION;
