-- What a subscription costs, and how it is paid. Rules: api/payments/README.md.

-- A plan with a code can be paid. Its `name` is made of the code; people see its `title`. Amounts are final, in pesos.
ALTER TABLE plan
  ADD COLUMN code TEXT,
  ADD COLUMN title TEXT,
  ADD COLUMN price NUMERIC(11, 2),
  ADD COLUMN months INTEGER,
  ADD COLUMN extra_vouchers INTEGER,
  ADD COLUMN extra_price NUMERIC(11, 2),
  ADD COLUMN retired_at TIMESTAMPTZ(3),
  -- The plan by which its companies go on, from that day.
  ADD COLUMN next_id INTEGER REFERENCES plan (id),
  ADD COLUMN next_from DATE,
  ADD CONSTRAINT plan_with_code CHECK (CASE WHEN code IS NULL
    THEN num_nonnulls(title, price, months, extra_vouchers, extra_price, retired_at, next_id, next_from) = 0
    ELSE num_nulls(title, price, months) = 0 AND price > 0 AND months IN (1, 12) AND num_nulls(extra_vouchers, extra_price) IN (0, 2)
      AND extra_vouchers > 0 IS NOT FALSE AND extra_price > 0 IS NOT FALSE
      AND num_nulls(next_id, next_from) IN (0, 2) AND (next_id IS NULL OR retired_at IS NOT NULL AND next_id <> id) END);
CREATE UNIQUE INDEX plan_code_key ON plan (code);

-- `plan_id` is what the company may issue, `paid_plan_id` what it pays: they differ where it has a quota of its own. `day_of_month` is the
-- day on which its paid periods begin, also after a month that lacks it; null: that of the day after `until`.
ALTER TABLE subscription
  ADD COLUMN paid_plan_id INTEGER REFERENCES plan (id),
  ADD COLUMN day_of_month INTEGER CHECK (day_of_month BETWEEN 1 AND 31);

-- The ids of both tables: people name a row of either by it.
CREATE SEQUENCE payment_row_id AS BIGINT;

-- What is asked for. The provider gives `reference` back with each payment.
CREATE TABLE checkout (
  id BIGINT PRIMARY KEY DEFAULT nextval('payment_row_id'),
  company_id INTEGER NOT NULL REFERENCES company (id),
  kind TEXT NOT NULL CHECK (kind IN ('renewal', 'extra')),
  plan_id INTEGER NOT NULL REFERENCES plan (id),
  -- Of a renewal how long, of extras how many.
  months INTEGER CHECK (months BETWEEN 1 AND 12),
  vouchers INTEGER CHECK (vouchers > 0),
  amount NUMERIC(11, 2) NOT NULL CHECK (amount > 0),
  reference TEXT NOT NULL CHECK (reference ~ '^tal-[0-9a-f]{32}$'),
  -- The provider's page. Null until it answered.
  link TEXT CHECK (char_length(link) <= 2000),
  asked_by TEXT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  ends_at TIMESTAMPTZ(3) NOT NULL DEFAULT now() + interval '24 hours',
  closed_at TIMESTAMPTZ(3),
  -- When the provider is asked next whether it was paid. Null: no more.
  ask_at TIMESTAMPTZ(3) DEFAULT now() + interval '30 seconds',
  CONSTRAINT checkout_of_kind CHECK ((kind = 'renewal') = (months IS NOT NULL) AND (kind = 'extra') = (vouchers IS NOT NULL))
);
-- A new history moves the counters that belong to a table.
ALTER SEQUENCE payment_row_id OWNED BY checkout.id;
CREATE UNIQUE INDEX checkout_reference_key ON checkout (reference);
-- At most one is open.
CREATE UNIQUE INDEX checkout_open ON checkout (company_id, kind) WHERE closed_at IS NULL;
CREATE INDEX checkout_newest ON checkout (company_id, id);
CREATE INDEX checkout_due ON checkout (ask_at) WHERE ask_at IS NOT NULL;

-- Money, as the provider told it, or the operator (without `provider_id`).
CREATE TABLE payment (
  id BIGINT PRIMARY KEY DEFAULT nextval('payment_row_id'),
  checkout_id BIGINT REFERENCES checkout (id),
  -- Null of a payment whose checkout is not here, until the operator says whose it is.
  company_id INTEGER REFERENCES company (id),
  provider_id TEXT CHECK (provider_id ~ '^[0-9]{1,30}$'),
  kind TEXT CHECK (kind IN ('renewal', 'extra')),
  plan_id INTEGER REFERENCES plan (id),
  months INTEGER CHECK (months BETWEEN 1 AND 120),
  vouchers INTEGER CHECK (vouchers > 0),
  amount NUMERIC(15, 2) NOT NULL,
  currency TEXT NOT NULL CHECK (char_length(currency) <= 10),
  reference TEXT NOT NULL CHECK (char_length(reference) BETWEEN 1 AND 256),
  state TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'rejected', 'review', 'refunded', 'charged_back', 'closed')),
  why TEXT CHECK (why IN ('amount', 'currency', 'collector', 'reference')),
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  -- When it got its state.
  settled_at TIMESTAMPTZ(3),
  -- What it gave, once.
  granted_at TIMESTAMPTZ(3),
  period_from DATE,
  period_until DATE,
  -- The operator's word. No process may write it.
  said_by TEXT,
  because TEXT CHECK (char_length(because) BETWEEN 1 AND 500)
);
CREATE UNIQUE INDEX payment_provider_id_key ON payment (provider_id);
-- Said twice, a transfer is one payment.
CREATE UNIQUE INDEX payment_transfer ON payment (reference) WHERE provider_id IS NULL;
CREATE INDEX payment_newest ON payment (company_id, id);
CREATE INDEX payment_checkout ON payment (checkout_id);
CREATE INDEX payment_waiting ON payment (id) WHERE state IN ('review', 'pending') OR state = 'approved' AND granted_at IS NULL;

-- A payment of which the provider sent a notification, until it was read there, and a day longer.
CREATE TABLE payment_notice (
  provider_id TEXT PRIMARY KEY CHECK (provider_id ~ '^[0-9]{1,30}$'),
  received_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  -- Null: it was read.
  due_at TIMESTAMPTZ(3) DEFAULT now(),
  -- Not ours: a further notification of it is not read for a day.
  is_strange BOOLEAN NOT NULL DEFAULT false
);
CREATE INDEX payment_notice_due ON payment_notice (due_at) WHERE due_at IS NOT NULL;

-- One row: what all processes know of the provider.
CREATE TABLE payment_watch (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- The last notification whose signature was good.
  notified_at TIMESTAMPTZ(3),
  -- When all payments of 30 days are listed next.
  list_at TIMESTAMPTZ(3) NOT NULL DEFAULT now()
);
INSERT INTO payment_watch (id) VALUES (1);

ALTER TABLE warning DROP CONSTRAINT warning_kind_known;
ALTER TABLE warning ADD CONSTRAINT warning_kind_known
  CHECK (kind IN ('quota', 'certificate', 'subscription', 'apikey', 'fiscaldata', 'webhook', 'report', 'renewed'));

-- The period that a renewal pays for, as shared/domain/payments/renewal.ts has it.
CREATE FUNCTION renewed_period(until date, day_of_month integer, months integer, today date,
  OUT period_from date, OUT period_until date, OUT kept_day integer) LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  month date;
BEGIN
  period_from := greatest(until + 1, today);
  kept_day := CASE WHEN until + 1 < today OR day_of_month IS NULL THEN extract(day FROM period_from)::int ELSE day_of_month END;
  month := (date_trunc('month', period_from::timestamp) + make_interval(months => months))::date;
  period_until := month + least(kept_day, ((month + interval '1 month')::date - month)) - 2;
END
$$;

-- Gives what a payment pays for, once. With its owner's rights: no process may write `until` or extras that were bought. A payment of the
-- provider gives what its checkout says, and only for at least its amount; one of the operator's word what that says.
CREATE FUNCTION grant_payment(paid bigint) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  p public.payment;
  asked public.checkout;
  s public.subscription;
  given record;
  today date := (now() AT TIME ZONE 'UTC' - interval '3 hours')::date;
  first date;
BEGIN
  SELECT * INTO p FROM public.payment WHERE id = paid FOR UPDATE;
  IF NOT FOUND OR p.state <> 'approved' OR p.granted_at IS NOT NULL THEN
    RETURN false;
  END IF;
  IF p.said_by IS NULL THEN
    SELECT * INTO asked FROM public.checkout c WHERE c.id = p.checkout_id AND c.reference = p.reference;
    IF NOT FOUND OR p.provider_id IS NULL OR p.currency <> 'ARS' OR p.amount < asked.amount THEN
      RETURN false;
    END IF;
    p.company_id := asked.company_id; p.kind := asked.kind; p.plan_id := asked.plan_id; p.months := asked.months; p.vouchers := asked.vouchers;
  END IF;
  SELECT * INTO s FROM public.subscription WHERE company_id = p.company_id FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;

  IF p.kind = 'renewal' THEN
    SELECT * INTO given FROM public.renewed_period(s.until, s.day_of_month, p.months, today);
    UPDATE public.subscription u SET until = given.period_until, day_of_month = given.kept_day,
      -- The plan that follows the present one, where the payment was for it. A quota of its own stays.
      paid_plan_id = coalesce(n.next_id, u.paid_plan_id),
      plan_id = CASE WHEN u.plan_id = u.paid_plan_id THEN coalesce(n.next_id, u.plan_id) ELSE u.plan_id END
    FROM (SELECT (SELECT next_id FROM public.plan WHERE id = s.paid_plan_id AND next_id = p.plan_id) AS next_id) n
    WHERE u.company_id = p.company_id;
    INSERT INTO public.audit_entry (company_id, action, resource_id, actor_type, actor_name, before, after)
    SELECT p.company_id, 'subscription.renew', c.code, CASE WHEN p.said_by IS NULL THEN 'system' ELSE 'admin' END, p.said_by,
      jsonb_build_object('until', s.until), jsonb_build_object('until', given.period_until, 'payment', p.id)
    FROM public.company c WHERE c.id = p.company_id;
    PERFORM public.tell_webhooks(p.company_id, production, 'subscription.renewed',
      json_build_object('until', given.period_until, 'from', given.period_from, 'payment', p.id, 'amount', p.amount::text, 'production', production))
    FROM (VALUES (false), (true)) AS e(production);
    INSERT INTO public.warning (company_id, kind, subject, facts, state)
    SELECT p.company_id, 'renewed', p.id::text,
      jsonb_build_object('kind', 'renewed', 'from', given.period_from, 'until', given.period_until, 'amount', p.amount::text),
      (CASE WHEN c.account_email IS NULL THEN 'failed' ELSE 'due' END)::public.recipient_state
    FROM public.company c WHERE c.id = p.company_id
    ON CONFLICT (company_id, kind, subject) DO NOTHING;
    UPDATE public.payment SET granted_at = now(), period_from = given.period_from, period_until = given.period_until WHERE id = paid;
  ELSE
    -- The quota's month of today, as shared/domain/quota.ts has it.
    SELECT max(start) INTO first FROM (
      SELECT (s.anchor + make_interval(months => ((extract(year FROM today) - extract(year FROM s.anchor)) * 12
        + extract(month FROM today) - extract(month FROM s.anchor))::int - back))::date AS start FROM generate_series(0, 1) back
    ) months WHERE start <= today;
    INSERT INTO public.usage_period AS u (company_id, period_start, extra) VALUES (p.company_id, first, p.vouchers)
    ON CONFLICT (company_id, period_start) DO UPDATE SET extra = u.extra + excluded.extra;
    INSERT INTO public.audit_entry (company_id, action, resource_id, actor_type, actor_name, before, after)
    SELECT p.company_id, 'quota.extra', u.period_start::text, CASE WHEN p.said_by IS NULL THEN 'system' ELSE 'admin' END, p.said_by,
      jsonb_build_object('extra', u.extra - p.vouchers), jsonb_build_object('extra', u.extra, 'payment', p.id)
    FROM public.usage_period u WHERE u.company_id = p.company_id AND u.period_start = first;
    UPDATE public.payment SET granted_at = now(), period_from = first WHERE id = paid;
  END IF;
  RETURN true;
END
$$;
REVOKE EXECUTE ON FUNCTION grant_payment(bigint) FROM PUBLIC;

-- With the new columns.
CREATE OR REPLACE VIEW tenant.plan AS SELECT * FROM public.plan;
CREATE OR REPLACE VIEW tenant.subscription AS SELECT * FROM public.subscription WHERE company_id = tenant.own_company() WITH CHECK OPTION;
-- Both environments have the same.
CREATE VIEW tenant.checkout AS SELECT * FROM public.checkout WHERE company_id = tenant.own_company() WITH CHECK OPTION;
CREATE VIEW tenant.payment AS SELECT * FROM public.payment WHERE company_id = tenant.own_company() WITH CHECK OPTION;
CREATE VIEW tenant.payment_notice AS SELECT * FROM public.payment_notice WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.payment_watch AS SELECT * FROM public.payment_watch WHERE false WITH CHECK OPTION;
