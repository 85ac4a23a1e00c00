-- The whole database. In the order of its text: companies and what they may do, issuing, vouchers, what follows a voucher, batches,
-- contingency, questions, people, payments, SIRCIP, the listing's sums, webhooks, the audit log, loss of commits, locks, months, purges, and the
-- walls between companies.
--
-- What must hold whatever the code does is a constraint or a trigger, so that a bug is an error and not a tax problem. What is born by
-- vouchers or by time has an id of 64 bits.

CREATE TYPE issuance_state AS ENUM ('queued', 'submitted', 'approved', 'rejected', 'cancelled', 'failed');
CREATE TYPE recipient_state AS ENUM ('due', 'sent', 'failed');
CREATE TYPE person_role AS ENUM ('owner', 'issuer', 'reader');

-- A taxpayer that issues through the service.
CREATE TABLE company (
  id serial PRIMARY KEY,
  code text NOT NULL,
  cuit char(11) NOT NULL,
  name text NOT NULL,
  tax_type integer NOT NULL,
  address text,
  state_id integer,
  gross_income text,
  activity_start date,
  account_email text,
  vat_rounding text NOT NULL DEFAULT 'auto',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- To whom vouchers of homologation may be mailed: to anybody, to addresses of the account's domain, or to the account's address.
  homologation_mail text NOT NULL DEFAULT 'any',
  -- What its credit invoices declare: {"cbu", "alias", "transfer"}. NULL: it issues none.
  fce jsonb,
  activity_code char(6),
  cbu_legend boolean NOT NULL DEFAULT false,
  consumer_complaints text,
  accent_color char(7),
  footer_text text,
  -- Whose certificate acts for it, in both environments.
  certificate_mode text NOT NULL DEFAULT 'own',
  -- Whom its owners may invite: people of the account's domain, and others once it issues in production; or anybody.
  invitations text NOT NULL DEFAULT 'production',
  -- RG 5762/2025: whether the authority put it into class A under withholding, which opens types 51, 52 and 53.
  withheld_a boolean NOT NULL DEFAULT false,
  -- Texts that are printed: [{"text", "on", "from"}].
  legends jsonb NOT NULL DEFAULT '[]',
  -- Under whose name its vouchers are mailed, and where answers go. The sender's address stays the service's.
  mail jsonb NOT NULL DEFAULT '{"replyTo": null, "senderName": null}',
  -- How it is an agent of SIRCIP: {"from", "ownPerceptions", "exempt"}. NULL: it is none.
  sircip jsonb,
  -- Of a monotributista (condition 6).
  monotributo_category char(1),
  CONSTRAINT company_code_form CHECK (code ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  CONSTRAINT company_cuit_form CHECK (cuit ~ '^[0-9]{11}$'),
  -- RG 5893/2026: monotributo social (13), no alcanzado (15), trabajador independiente promovido (16).
  CONSTRAINT company_tax_type_known CHECK (tax_type IN (1, 4, 6, 13, 15, 16)),
  CONSTRAINT company_vat_rounding_known CHECK (vat_rounding IN ('auto', 'authority', 'line')),
  CONSTRAINT company_homologation_mail_known CHECK (homologation_mail IN ('any', 'domain', 'own')),
  CONSTRAINT company_certificate_mode_known CHECK (certificate_mode IN ('own', 'delegated')),
  CONSTRAINT company_invitations CHECK (invitations IN ('production', 'any')),
  CONSTRAINT company_monotributo_category_known CHECK (monotributo_category ~ '^[A-K]$')
);
CREATE UNIQUE INDEX company_code_key ON company (code);
-- A company of another tax id is another company, and its code stands in every path.
CREATE FUNCTION company_is_the_same() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'tax id and code of company % never change', OLD.id;
END
$$;
CREATE TRIGGER company_is_the_same BEFORE UPDATE OF cuit, code ON company FOR EACH ROW
  WHEN (OLD.cuit IS DISTINCT FROM NEW.cuit OR OLD.code IS DISTINCT FROM NEW.code) EXECUTE FUNCTION company_is_the_same();

-- A plan with a code can be paid. Its `name` is made of the code; people see its `title`. Amounts are final, in pesos. Rules: api/payments/README.md.
CREATE TABLE plan (
  id serial PRIMARY KEY,
  name text NOT NULL,
  monthly_vouchers integer NOT NULL,
  code text,
  title text,
  price numeric(11,2),
  months integer,
  extra_vouchers integer,
  extra_price numeric(11,2),
  retired_at timestamptz(3),
  -- The plan by which its companies go on, from that day.
  next_id integer REFERENCES plan,
  next_from date,
  CONSTRAINT plan_monthly_vouchers_range CHECK (monthly_vouchers >= 0),
  CONSTRAINT plan_with_code CHECK (CASE WHEN code IS NULL
    THEN num_nonnulls(title, price, months, extra_vouchers, extra_price, retired_at, next_id, next_from) = 0
    ELSE num_nulls(title, price, months) = 0 AND price > 0 AND months IN (1, 12) AND num_nulls(extra_vouchers, extra_price) IN (0, 2)
      AND extra_vouchers > 0 IS NOT FALSE AND extra_price > 0 IS NOT FALSE
      AND num_nulls(next_id, next_from) IN (0, 2) AND (next_id IS NULL OR retired_at IS NOT NULL AND next_id <> id) END)
);
CREATE UNIQUE INDEX plan_name_key ON plan (name);
CREATE UNIQUE INDEX plan_code_key ON plan (code);

-- What a company has contracted. Its periods are months counted from "anchor". `plan_id` is what the company may issue, `paid_plan_id` what it
-- pays: they differ where it has a quota of its own. `day_of_month` is the day on which its paid periods begin, also after a month that
-- lacks it; NULL: that of the day after `until`.
CREATE TABLE subscription (
  company_id integer PRIMARY KEY REFERENCES company ON UPDATE CASCADE ON DELETE RESTRICT,
  plan_id integer NOT NULL REFERENCES plan ON UPDATE CASCADE ON DELETE RESTRICT,
  anchor date NOT NULL,
  until date NOT NULL,
  paid_plan_id integer REFERENCES plan,
  day_of_month integer CHECK (day_of_month BETWEEN 1 AND 31)
);

-- Consumption of one quota period: reserved while a request is out, used once a voucher exists.
CREATE TABLE usage_period (
  company_id integer NOT NULL REFERENCES company ON UPDATE CASCADE ON DELETE RESTRICT,
  period_start date NOT NULL,
  extra integer NOT NULL DEFAULT 0,
  reserved integer NOT NULL DEFAULT 0,
  used_production integer NOT NULL DEFAULT 0,
  used_homologation integer NOT NULL DEFAULT 0,
  -- How many the latest reservation took: what a row was before is told by PostgreSQL 18 and later alone.
  last_reserved integer NOT NULL DEFAULT 0,
  PRIMARY KEY (company_id, period_start),
  -- Short in the form that the server reads.
  CONSTRAINT usage_period_not_negative CHECK (least(extra, reserved, used_production, used_homologation) >= 0)
);

-- The quota of a company's month, for a statement that issues: counts the vouchers that it recorded (`used`, of which `production` are of
-- production), which had reserved it, and reserves for those in line (`asked`) as far as the month has room. Gives how many it reserved; null
-- without that month. A function, because many sequences share this row: PostgreSQL looks again at a row that another statement has just
-- changed, and for that prepares the whole statement once more. This one is small, and begins with the row as it is now.
CREATE FUNCTION reserve_quota(company integer, period date, used integer, production integer, asked integer) RETURNS integer LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  monthly integer;
  given integer;
BEGIN
  IF asked > 0 THEN
    SELECT p.monthly_vouchers INTO monthly FROM public.subscription s JOIN public.plan p ON p.id = s.plan_id WHERE s.company_id = company;
  END IF;
  UPDATE public.usage_period u SET
    last_reserved = least(asked, greatest(0, monthly + u.extra - u.reserved - u.used_production - u.used_homologation)),
    reserved = u.reserved - used + least(asked, greatest(0, monthly + u.extra - u.reserved - u.used_production - u.used_homologation)),
    used_production = u.used_production + production, used_homologation = u.used_homologation + used - production
  WHERE u.company_id = company AND u.period_start = period
  RETURNING u.last_reserved INTO given;
  RETURN given;
END $$;
GRANT EXECUTE ON FUNCTION reserve_quota(integer, date, integer, integer, integer) TO PUBLIC;

-- The public keys whose secret halves the issuers hold, so that the API can tell whether it seals to one of them.
CREATE TABLE sealing_key (
  id text PRIMARY KEY,
  public_key text NOT NULL,
  last_heartbeat_at timestamptz(3) NOT NULL DEFAULT now()
);

-- A certificate of no company is the operator's, which acts for many. Its tax id is the authority's word, so it is known once it is installed.
CREATE TABLE certificate (
  id serial PRIMARY KEY,
  company_id integer REFERENCES company ON UPDATE CASCADE ON DELETE RESTRICT,
  production boolean NOT NULL,
  alias text NOT NULL,
  csr text NOT NULL,
  sealed_key bytea NOT NULL,
  certificate text,
  active boolean NOT NULL DEFAULT false,
  expires_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  cuit char(11),
  CONSTRAINT certificate_active_is_installed CHECK (NOT active OR (certificate IS NOT NULL AND expires_at IS NOT NULL)),
  CONSTRAINT certificate_operator_has_cuit CHECK (company_id IS NOT NULL OR NOT active OR cuit IS NOT NULL)
);
CREATE INDEX certificate_company_id_production_idx ON certificate (company_id, production);
-- One certificate signs for a company in an environment, and one of the operator's.
CREATE UNIQUE INDEX certificate_active ON certificate (company_id, production) WHERE active;
CREATE UNIQUE INDEX certificate_operator_active ON certificate (production) WHERE active AND company_id IS NULL;

-- The certificate that acts for each company in each environment. "operator_cuit" is null of the company's own.
CREATE VIEW certificate_in_force AS
  SELECT c.id AS company_id, t.production, t.id, t.alias, NULL::char(11) AS operator_cuit, t.expires_at
  FROM company c JOIN certificate t ON t.company_id = c.id AND t.active
  WHERE c.certificate_mode = 'own'
  UNION ALL
  SELECT c.id, t.production, t.id, t.alias, t.cuit, t.expires_at
  FROM company c JOIN certificate t ON t.company_id IS NULL AND t.active
  WHERE c.certificate_mode = 'delegated';

-- The authority's access ticket. The tax ids that it may act for: ["30712345671", …].
CREATE TABLE ticket (
  certificate_id integer NOT NULL REFERENCES certificate ON UPDATE CASCADE ON DELETE RESTRICT,
  service text NOT NULL,
  sealed bytea,
  generated_at timestamptz(3),
  expires_at timestamptz(3),
  login_at timestamptz(3),
  failure jsonb,
  taxpayers jsonb,
  PRIMARY KEY (certificate_id, service)
);

CREATE TABLE point_of_sale (
  id serial PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company ON UPDATE CASCADE ON DELETE RESTRICT,
  production boolean NOT NULL,
  number integer NOT NULL,
  name text,
  address text,
  enabled boolean NOT NULL DEFAULT true,
  logo_key text,
  additional_data_keys jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Declared by the company: only this service issues there.
  exclusive boolean NOT NULL DEFAULT false,
  activity char(6),
  -- How the authority authorizes what is issued there, and which point of sale stands in for it.
  authorized_by text NOT NULL DEFAULT 'CAE',
  contingency_pos integer,
  sale_condition text,
  layout text NOT NULL DEFAULT 'a4',
  -- Since when it is not enabled; NULL while it is. What began before is still to be closed there.
  disabled_at timestamptz(3),
  -- Printed above its address. Its name is for people alone.
  printed_name text,
  -- What it adds to its invoices: optional fields and activities. NULL for nothing, which is what nearly all have.
  optionals jsonb,
  activities jsonb,
  -- Texts that are printed: [{"text", "on", "from"}].
  legends jsonb NOT NULL DEFAULT '[]',
  -- The company's, whatever a statement says. A row that was loaded past the triggers has none.
  cuit char(11) NOT NULL DEFAULT '',
  CONSTRAINT point_of_sale_number_range CHECK (number BETWEEN 1 AND 99998),
  CONSTRAINT point_of_sale_authorized_by CHECK (authorized_by IN ('CAE', 'CAEA')),
  CONSTRAINT point_of_sale_substitute CHECK (contingency_pos IS NULL OR authorized_by = 'CAE' AND contingency_pos <> number),
  CONSTRAINT point_of_sale_layout CHECK (layout IN ('a4', 'ticket80', 'ticket58'))
);
CREATE UNIQUE INDEX point_of_sale_number ON point_of_sale (company_id, production, number);
CREATE FUNCTION set_disabled_at() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.disabled_at := CASE WHEN NEW.enabled THEN NULL WHEN OLD.enabled THEN now() ELSE OLD.disabled_at END;
  RETURN NEW;
END
$$;
CREATE TRIGGER set_disabled_at BEFORE UPDATE OF enabled ON point_of_sale FOR EACH ROW EXECUTE FUNCTION set_disabled_at();

-- A taxpayer has each point of sale once. Of several companies of one CUIT, in one environment, only one uses it: two of them would number it side
-- by side, and one would take the other's voucher for its own.
CREATE UNIQUE INDEX point_of_sale_of_cuit ON point_of_sale (cuit, production, number) WHERE enabled AND cuit <> '';

-- It is the company's, whatever a statement says. A company's never changes.
CREATE FUNCTION set_cuit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.cuit := (SELECT c.cuit FROM public.company c WHERE c.id = NEW.company_id);
  RETURN NEW;
END
$$;
CREATE TRIGGER set_cuit BEFORE INSERT OR UPDATE OF company_id, cuit ON point_of_sale FOR EACH ROW EXECUTE FUNCTION set_cuit();

CREATE TABLE api_key (
  id serial PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company ON UPDATE CASCADE ON DELETE RESTRICT,
  production boolean NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  hash bytea NOT NULL,
  scopes text[],
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  revoked_at timestamptz(3),
  -- From this moment on the key is refused; NULL: it is valid until it is revoked.
  expires_at timestamptz(3),
  CONSTRAINT api_key_hash_length CHECK (octet_length(hash) = 32),
  CONSTRAINT api_key_prefix_environment CHECK (prefix LIKE CASE WHEN production THEN 'PROD\_%' ELSE 'TEST\_%' END),
  CONSTRAINT api_key_scopes_known CHECK (scopes <@ ARRAY['read', 'issue', 'configure'])
);
CREATE INDEX api_key_company_id_production_idx ON api_key (company_id, production);
CREATE UNIQUE INDEX api_key_hash ON api_key (hash);

-- Every way back of the database is noticed. Its histories have numbers of their own: "current_incarnation" gives the number of the present
-- one, and the columns "incarnation" hold them.

CREATE TABLE database_incarnation (
  "only" boolean PRIMARY KEY DEFAULT true,
  -- The history on which the database began. What is created on another one may be forgotten from before.
  first_incarnation integer NOT NULL,
  -- The present history, and those before it.
  incarnation integer NOT NULL,
  earlier integer[] NOT NULL DEFAULT '{}',
  -- Where the row was written, and in which transaction: a row that a dump brought has another xmin.
  database_id text NOT NULL,
  server_timeline integer NOT NULL,
  written_by xid8 NOT NULL,
  -- When the present history began; NULL for the one with which the database was made. A request that was sent before may still be granted a
  -- moment later, so what is compared with the authority in the first minutes verifies nothing. Source: issuer/README.md, section 3.
  began_at timestamptz(3),
  CONSTRAINT database_incarnation_only CHECK ("only")
);

-- The server and the database in it: a copy by template has another oid.
CREATE FUNCTION database_id() RETURNS TEXT LANGUAGE sql STABLE
  RETURN (SELECT system_identifier FROM pg_control_system()) || '/' || (SELECT oid FROM pg_database WHERE datname = current_database());

-- PostgreSQL's own timeline: another one after a failover or a recovery.
CREATE FUNCTION server_timeline() RETURNS INTEGER LANGUAGE sql VOLATILE
  RETURN ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int;

-- The number of the present history. 0, which is never given, while the database has gone back and that is not noted yet.
CREATE FUNCTION current_incarnation() RETURNS INTEGER LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  here TEXT := current_setting('talonario.database_id', true);
BEGIN
  -- A session stays on its server and in its database, and asking for the server reads a file.
  IF coalesce(here, '') = '' THEN
    here := set_config('talonario.database_id', public.database_id(), false);
  END IF;
  RETURN coalesce((SELECT l.incarnation FROM public.database_incarnation l
    WHERE l.database_id = here AND l.xmin::text::bigint = l.written_by::text::bigint & 4294967295 AND l.server_timeline = public.server_timeline()), 0);
END
$$;

-- A database begins with a number that no other has: rows of another are strange to it.
INSERT INTO database_incarnation (first_incarnation, incarnation, database_id, server_timeline, written_by)
SELECT drawn, drawn, database_id(), server_timeline(), pg_current_xact_id()
FROM (SELECT 1048576 + floor(random() * 2146435071)::int AS drawn OFFSET 0) first;

CREATE FUNCTION set_began_at() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.incarnation <> OLD.incarnation THEN
    NEW.began_at := clock_timestamp();
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER set_began_at BEFORE INSERT OR UPDATE OF incarnation ON database_incarnation FOR EACH ROW EXECUTE FUNCTION set_began_at();

-- A watermark is how far the database had got, kept outside it. Only what is signed with this key can begin another history. The key lies in
-- the database, so that a copy that is put back has it, and whoever can write to Redis or to the storage has not.
CREATE TABLE watermark_key (
  "only" boolean PRIMARY KEY DEFAULT true,
  key bytea NOT NULL,
  CONSTRAINT watermark_key_only CHECK ("only"),
  CONSTRAINT watermark_key_length CHECK (octet_length(key) = 32)
);
INSERT INTO watermark_key (key)
SELECT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

CREATE TABLE watermark_state (
  "only" boolean PRIMARY KEY DEFAULT true,
  -- When an issuer last found that the database had not gone back: a copy of it tells from when it is. To a minute.
  recorded_at timestamptz(3),
  -- When a watermark last began another history.
  renewed_at timestamptz(3),
  -- Since when nothing is numbered, because a person must say whether a watermark is right; and why.
  waiting_since timestamptz(3),
  waiting_for text,
  -- Those that a person said are wrong: history and position of each.
  discarded jsonb NOT NULL DEFAULT '[]',
  CONSTRAINT watermark_state_only CHECK ("only"),
  CONSTRAINT watermark_state_reason CHECK ((waiting_since IS NULL) = (waiting_for IS NULL))
);
INSERT INTO watermark_state DEFAULT VALUES;

-- One correlative numbering.
CREATE TABLE sequence (
  id bigserial PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company ON UPDATE CASCADE ON DELETE RESTRICT,
  production boolean NOT NULL,
  pos_number integer NOT NULL,
  voucher_type integer NOT NULL,
  epoch integer NOT NULL DEFAULT 0,
  last_number integer,
  last_date char(8),
  -- Drawn anew by every taker: the count in "epoch" may come a second time after commits were lost, this does not.
  token bigint,
  -- The history on which it was taken last.
  incarnation integer,
  unverified boolean NOT NULL DEFAULT false,
  shared boolean NOT NULL DEFAULT false,
  -- By the authority's clock: the latest of its answers that a commit knows of.
  authority_time timestamptz(3),
  -- Until then, the sweep does not wake it for issuances of the background alone.
  retry_at timestamptz(3),
  -- A person said, when, that of these numbers nothing is known here.
  missing_from integer,
  missing_to integer,
  missing_at timestamptz(3),
  -- While numbers are missing: the fortnights, as 'YYYYMM-1', of which a person said that none of the missing is of them.
  without_missing text[] NOT NULL DEFAULT '{}',
  CONSTRAINT sequence_last_number_range CHECK (last_number BETWEEN 0 AND 99999999),
  CONSTRAINT sequence_last_date_form CHECK (last_date ~ '^[0-9]{8}$')
);
CREATE UNIQUE INDEX sequence_key ON sequence (company_id, production, pos_number, voucher_type);

CREATE SEQUENCE issuance_queue_position AS bigint;

-- All rules of a table in one constraint: PostgreSQL reads the text of every constraint anew in every statement that writes a row; for
-- issuances and vouchers that was a tenth of its work. A function is read once by each connection. A rule that is broken is told by its
-- name. What NULL leaves open is not broken.
CREATE FUNCTION issuance_is_valid(
  revision INTEGER, number INTEGER, state issuance_state, is_whole BOOLEAN, submitted_at TIMESTAMPTZ, epoch INTEGER, doubt TEXT,
  is_refused BOOLEAN, vat_rounding TEXT
) RETURNS BOOLEAN LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  broken TEXT := CASE
    WHEN revision < 1 THEN 'issuance_revision_range'
    WHEN number NOT BETWEEN 1 AND 99999999 THEN 'issuance_number_range'
    -- Whatever may still be sent is here in full.
    WHEN state IN ('queued', 'submitted') AND NOT is_whole THEN 'issuance_open_is_whole'
    -- Written ahead: a number that may have been asked for is never without its trace.
    WHEN state = 'submitted' AND (number IS NULL OR submitted_at IS NULL OR epoch IS NULL) THEN 'issuance_submitted_is_traced'
    WHEN state = 'approved' AND number IS NULL THEN 'issuance_approved_has_number'
    WHEN state <> 'submitted' AND (doubt IS NOT NULL OR is_refused) THEN 'issuance_doubt_is_submitted'
    WHEN doubt NOT IN ('resolving', 'unconfirmed') THEN 'issuance_doubt_known'
    WHEN vat_rounding NOT IN ('auto', 'authority', 'line') THEN 'issuance_vat_rounding_known'
  END;
BEGIN
  IF broken IS NULL THEN RETURN true; END IF;
  RAISE EXCEPTION USING ERRCODE = 'check_violation', TABLE = 'issuance', CONSTRAINT = broken,
    MESSAGE = format('new row for relation "issuance" violates check constraint "%s"', broken);
END
$$;

-- One caller's intent. Only what is open is read by state, so these indexes stay small for ever.
CREATE TABLE issuance (
  id bigserial PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company ON UPDATE CASCADE ON DELETE RESTRICT,
  production boolean NOT NULL,
  idempotency varchar(128) NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  pos_number integer NOT NULL,
  voucher_type integer NOT NULL,
  state issuance_state NOT NULL DEFAULT 'queued',
  -- Given at every arming, never used again.
  queue_position bigint NOT NULL DEFAULT nextval('issuance_queue_position'),
  body jsonb,
  body_hash bytea NOT NULL,
  amounts jsonb,
  api_key_id integer REFERENCES api_key ON UPDATE CASCADE ON DELETE SET NULL,
  user_email text,
  request_id text NOT NULL,
  period_start date NOT NULL,
  enqueued_at timestamptz(3) NOT NULL DEFAULT now(),
  deadline_at timestamptz(3) NOT NULL,
  number integer,
  submitted_at timestamptz(3),
  epoch integer,
  doubt text,
  refusal jsonb,
  settled_at timestamptz(3),
  outcome jsonb,
  vat_rounding text NOT NULL DEFAULT 'auto',
  declared jsonb,
  incarnation integer NOT NULL DEFAULT current_incarnation(),
  authority_time timestamptz(3),
  all_refused boolean NOT NULL DEFAULT false,
  lookups jsonb,
  operator_reason text,
  -- Its caller was told that the outcome is unknown, and is to be told what became of it.
  unconfirmed boolean NOT NULL DEFAULT false,
  -- The voucher that it credits. No foreign key: recording waits for no other row.
  credited_id bigint,
  -- Nobody waits for its answer: it stands behind all others in its line, and waits for a day while it cannot be issued.
  is_background boolean NOT NULL DEFAULT false,
  -- It was armed by an element of a batch, now or earlier.
  batched boolean NOT NULL DEFAULT false,
  -- It may be issued at the point of sale that stands in, while a contingency lasts.
  may_fail_over boolean NOT NULL DEFAULT false,
  -- An attempt from then on may have been granted in commits that the database lost. NULL: none may.
  suspect_since timestamptz(3),
  -- An operator has closed the key: its voucher stands elsewhere.
  key_closed boolean NOT NULL DEFAULT false,
  -- A request for its number went out with a ticket that lists the company, or may list it. Until the write-ahead says so, it may have.
  ticket_lists_company boolean NOT NULL DEFAULT true,
  -- Where the request that recorded it stands in its trace: `traceparent` of W3C Trace Context. NULL where nothing is traced.
  trace varchar(55),
  -- By the authority's clock, its first request cannot have existed earlier. Measured back from the refusal (10016) of that request.
  measured_at timestamptz(3),
  -- What keeps the company out of the authority while the outcome of its number is in doubt: an AuthorityProblem (shared/domain/authority-problem.ts).
  problem jsonb,
  CONSTRAINT issuance_rules CHECK (issuance_is_valid(revision, number, state, body IS NOT NULL AND amounts IS NOT NULL, submitted_at, epoch, doubt,
    refusal IS NOT NULL, vat_rounding))
);
CREATE UNIQUE INDEX issuance_idempotency ON issuance (company_id, production, idempotency);
-- The line of a sequence, and what the sweep looks for.
CREATE INDEX issuance_line ON issuance (company_id, production, pos_number, voucher_type, queue_position) WHERE state IN ('queued', 'submitted');
-- No number is out for two intents.
CREATE UNIQUE INDEX issuance_submitted_number ON issuance (company_id, production, pos_number, voucher_type, number)
  WHERE state = 'submitted';
-- What an issuance asked for that made no voucher, until it is purged.
CREATE INDEX issuance_content ON issuance (settled_at) WHERE state IN ('rejected', 'cancelled', 'failed') AND body IS NOT NULL;

-- Numbers that a refusal freed though an older request for them might still be granted.
CREATE TABLE freed_number (
  id bigserial PRIMARY KEY,
  sequence_id bigint NOT NULL REFERENCES sequence ON UPDATE CASCADE ON DELETE RESTRICT,
  number integer NOT NULL,
  issuance_id bigint NOT NULL,
  declared jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- When a voucher was found under the number and compared with what was declared here: it is another sale's, and nothing of this can be granted
  -- any more.
  compared_at timestamptz(3)
);
-- An issuance whose older request may still be granted never moves.
CREATE INDEX freed_number_issuance ON freed_number (issuance_id);
CREATE INDEX freed_number_number ON freed_number (sequence_id, number);

-- What was said to the tax authority about issuances and what it answered, word for word but for the ticket. Without a foreign key:
-- evidence is written beside the issuance and must never wait for its row.
CREATE TABLE exchange (
  id bigserial NOT NULL,
  operation text NOT NULL,
  request text NOT NULL,
  answer text,
  status smallint,
  failure text,
  outcome text NOT NULL,
  started_at timestamptz(3) NOT NULL,
  took_ms integer NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  issuance_ids bigint[] NOT NULL
) PARTITION BY RANGE (created_at);
CREATE INDEX exchange_issuances ON exchange USING gin (issuance_ids);
-- What has no month of its own (see "By months"), deleted row by row: the index of their age is here alone.
CREATE TABLE exchange_default PARTITION OF exchange (PRIMARY KEY (id)) DEFAULT;
CREATE INDEX exchange_default_created ON exchange_default (created_at);

CREATE FUNCTION voucher_is_valid(
  voucher_number INTEGER, voucher_date TEXT, cae_expiration_date TEXT, cae TEXT, status TEXT, source TEXT, currency_quotation NUMERIC,
  total_amount NUMERIC, net_amount NUMERIC, vat_amount NUMERIC, exempt_amount NUMERIC, not_taxable_amount NUMERIC, tributes_amount NUMERIC
) RETURNS BOOLEAN LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  broken TEXT := CASE
    WHEN voucher_number NOT BETWEEN 1 AND 99999999 THEN 'voucher_number_range'
    WHEN voucher_date !~ '^[0-9]{8}$' OR cae_expiration_date !~ '^[0-9]{8}$' THEN 'voucher_date_form'
    WHEN cae !~ '^[0-9]{14}$' THEN 'voucher_cae_form'
    WHEN status <> 'APPROVED' THEN 'voucher_status_known'
    WHEN source NOT IN ('api', 'app', 'rcel') THEN 'voucher_source_known'
    WHEN currency_quotation <= 0 THEN 'voucher_quotation_positive'
    WHEN least(net_amount, vat_amount, exempt_amount, not_taxable_amount, tributes_amount) < 0 THEN 'voucher_amounts_not_negative'
    WHEN total_amount < 0 THEN 'voucher_total_not_negative'
    -- The authority tolerates a cent in vouchers that were made elsewhere; ours are exact.
    WHEN source <> 'rcel' AND total_amount <> net_amount + vat_amount + exempt_amount + not_taxable_amount + tributes_amount
      THEN 'voucher_total_is_sum'
  END;
BEGIN
  IF broken IS NULL THEN RETURN true; END IF;
  RAISE EXCEPTION USING ERRCODE = 'check_violation', TABLE = 'voucher', CONSTRAINT = broken,
    MESSAGE = format('new row for relation "voucher" violates check constraint "%s"', broken);
END
$$;

-- An authorized voucher. Text is compared by code point, whatever the database's own collation: the same query has the same answer
-- everywhere.
CREATE TABLE voucher (
  id bigserial PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company ON UPDATE CASCADE ON DELETE RESTRICT,
  production boolean NOT NULL,
  pos_number integer NOT NULL,
  voucher_type integer NOT NULL,
  voucher_number integer NOT NULL,
  voucher_date char(8) COLLATE "C" NOT NULL,
  doc_type integer NOT NULL,
  doc_number text COLLATE "C" NOT NULL,
  total_amount numeric(15,2) NOT NULL,
  net_amount numeric(15,2) NOT NULL,
  vat_amount numeric(15,2) NOT NULL,
  exempt_amount numeric(15,2) NOT NULL,
  not_taxable_amount numeric(15,2) NOT NULL,
  tributes_amount numeric(15,2) NOT NULL,
  cae char(14) COLLATE "C" NOT NULL,
  cae_expiration_date char(8) NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'APPROVED',
  currency text NOT NULL,
  currency_quotation numeric(10,6) NOT NULL,
  external_reference text COLLATE "C",
  idempotency text COLLATE "C",
  issuance_id bigint REFERENCES issuance ON UPDATE CASCADE ON DELETE SET NULL,
  api_key_id integer REFERENCES api_key ON UPDATE CASCADE ON DELETE SET NULL,
  user_email text COLLATE "C",
  source text COLLATE "C" NOT NULL DEFAULT 'api',
  request_id text,
  -- What the issuance's payload says beyond these columns, as the text that the listing hands on: the members of a JSON object, without
  -- its braces. So a page is put together in the database without reading a payload.
  payload text NOT NULL,
  lines jsonb NOT NULL,
  vat jsonb NOT NULL,
  observations jsonb,
  has_pdf boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  caea boolean NOT NULL DEFAULT false,
  -- It was imported while its numbering was unverified, or where a number was known to be missing: so it may be a voucher of ours that the
  -- database forgot. In other numberings another system made it.
  while_unverified boolean NOT NULL DEFAULT false,
  CONSTRAINT voucher_payload_is_members CHECK (('{' || payload || '}')::json IS NOT NULL),
  CONSTRAINT voucher_rules CHECK (voucher_is_valid(voucher_number, voucher_date, cae_expiration_date, cae, status, source, currency_quotation,
    total_amount, net_amount, vat_amount, exempt_amount, not_taxable_amount, tributes_amount))
) WITH (autovacuum_vacuum_insert_scale_factor = 0.001, autovacuum_analyze_scale_factor = 0.01);
-- No number is a voucher's twice, and no key has two vouchers.
CREATE UNIQUE INDEX voucher_sequence_number ON voucher (company_id, production, pos_number, voucher_type, voucher_number);
CREATE UNIQUE INDEX voucher_idempotency ON voucher (company_id, production, idempotency);
CREATE UNIQUE INDEX voucher_issuance ON voucher (issuance_id);
-- What the renderer's sweep looks for. Vouchers that were issued elsewhere and imported ("rcel") have no PDF here and never will.
CREATE INDEX voucher_without_pdf ON voucher (id) WHERE NOT has_pdf AND source <> 'rcel';
-- The indexes of the listing end in the id: it breaks every tie, so each of them gives its field's matches, and its field's order, page
-- by page. The type goes with ranges: what is left at their ends is counted in the index, the type included.
--
-- The default order. What it includes is all that a "scan" filter looks at: it walks this index and no row of the table.
CREATE INDEX voucher_listing ON voucher (company_id, production, id)
  INCLUDE (voucher_date, created_at, pos_number, voucher_number, voucher_type, doc_type, doc_number, total_amount, status, source, api_key_id, user_email);
-- date, created: ranges, and their order.
CREATE INDEX voucher_date ON voucher (company_id, production, voucher_date, id);
CREATE INDEX voucher_created ON voucher (company_id, production, created_at, id, voucher_type);
-- cae, externalReference: one voucher among millions. (idempotency has its unique index.)
CREATE INDEX voucher_cae ON voucher (company_id, production, cae, id);
CREATE INDEX voucher_external_reference ON voucher (company_id, production, external_reference, id);
-- pos, docType: also those that are rare, which the default order would look for in vain through the whole company.
CREATE INDEX voucher_pos ON voucher (company_id, production, pos_number, id);
CREATE INDEX voucher_doc_type ON voucher (company_id, production, doc_type, id);
-- number together with pos; docNumber together with docType.
CREATE INDEX voucher_number ON voucher (company_id, production, pos_number, voucher_number, id);
CREATE INDEX voucher_doc_number ON voucher (company_id, production, doc_type, doc_number, id);
-- type, total, apiKeyId: "scan" by the specification; an old key's or a rare type's vouchers are found all the same.
CREATE INDEX voucher_type ON voucher (company_id, production, voucher_type, id);
CREATE INDEX voucher_total ON voucher (company_id, production, total_amount, id, voucher_type);
CREATE INDEX voucher_api_key ON voucher (company_id, production, api_key_id, id);
-- source, userEmail: nearly all vouchers are "api" and have no user; the others are few, and so are these indexes.
CREATE INDEX voucher_source ON voucher (company_id, production, source, id) WHERE source <> 'api';
CREATE INDEX voucher_user_email ON voucher (company_id, production, user_email, id) WHERE user_email IS NOT NULL;

-- A fiscal voucher is never edited and never deleted; that its PDF is ready is the one thing that changes. An imported one may turn out to be
-- that of a key which the database had forgotten: an operator says so, and it gains what only its issuance has: key, items, names, texts.
-- That happens once, and only with an issuance of its company and type. What the authority granted never changes.
CREATE FUNCTION voucher_is_final() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  changeable TEXT[] := ARRAY['has_pdf'];
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.issuance_id IS NULL AND NEW.issuance_id IS NOT NULL THEN
    IF OLD.source = 'rcel' AND EXISTS (SELECT FROM public.issuance i WHERE i.id = NEW.issuance_id AND i.company_id = NEW.company_id
        AND i.production = NEW.production AND i.voucher_type = NEW.voucher_type AND i.idempotency = NEW.idempotency) THEN
      changeable := changeable || ARRAY['issuance_id', 'idempotency', 'api_key_id', 'user_email', 'source', 'request_id', 'external_reference',
        'payload', 'lines'];
    END IF;
  END IF;
  IF TG_OP = 'DELETE' OR to_jsonb(NEW) - changeable IS DISTINCT FROM to_jsonb(OLD) - changeable THEN
    RAISE EXCEPTION 'voucher % is final: it can neither be edited nor deleted', OLD.id;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER voucher_is_final BEFORE UPDATE OR DELETE ON voucher FOR EACH ROW EXECUTE FUNCTION voucher_is_final();

-- Row triggers do not see TRUNCATE.
CREATE FUNCTION never_truncated() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'table % is never truncated', TG_TABLE_NAME;
END
$$;
CREATE TRIGGER voucher_is_kept BEFORE TRUNCATE ON voucher FOR EACH STATEMENT EXECUTE FUNCTION never_truncated();

-- Which notes modify which voucher. It is named as notes name it, by type, point of sale and number: it may be recorded after its note, or
-- never. No foreign key: vouchers are never deleted.
CREATE TABLE voucher_note (
  company_id integer NOT NULL,
  production boolean NOT NULL,
  pos_number integer NOT NULL,
  voucher_type integer NOT NULL,
  voucher_number integer NOT NULL,
  note_id bigint NOT NULL,
  PRIMARY KEY (company_id, production, pos_number, voucher_type, voucher_number, note_id)
);

-- A note's links are recorded in the commit of the note, whoever records it. Vouchers of other issuers are not linked. Of credit invoices,
-- a credit of a debit note, or a debit of a credit note, names the invoice. It is a note of that note, too, which its issuance knows.
-- It runs with its owner's rights, so no process may write a link of its own.
CREATE FUNCTION link_note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  named JSON := ('{' || NEW.payload || '}')::json -> 'associatedVouchers';
BEGIN
  IF json_typeof(named) = 'array' THEN
    INSERT INTO public.voucher_note (company_id, production, pos_number, voucher_type, voucher_number, note_id)
    SELECT DISTINCT NEW.company_id, NEW.production, (one ->> 'posNumber')::int, (one ->> 'voucherType')::int, (one ->> 'voucherNumber')::int, NEW.id
    FROM json_array_elements(named) AS one JOIN public.company c ON c.id = NEW.company_id
    WHERE coalesce(one ->> 'cuit', c.cuit) = c.cuit
    ON CONFLICT DO NOTHING;
  END IF;
  IF NEW.voucher_type IN (202, 203, 207, 208, 212, 213) THEN
    INSERT INTO public.voucher_note (company_id, production, pos_number, voucher_type, voucher_number, note_id)
    SELECT v.company_id, v.production, v.pos_number, v.voucher_type, v.voucher_number, NEW.id
    FROM public.issuance i JOIN public.voucher v ON v.id = i.credited_id AND v.company_id = i.company_id AND v.production = i.production
    WHERE i.id = NEW.issuance_id
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER link_note AFTER INSERT ON voucher FOR EACH ROW
  WHEN (NEW.voucher_type IN (2, 3, 7, 8, 12, 13, 52, 53, 202, 203, 207, 208, 212, 213)) EXECUTE FUNCTION link_note();

CREATE TABLE recipient (
  id bigserial PRIMARY KEY,
  voucher_id bigint NOT NULL REFERENCES voucher ON UPDATE CASCADE ON DELETE RESTRICT,
  slot smallint NOT NULL,
  email text NOT NULL,
  name text,
  comments text,
  pdf_versions smallint[],
  state recipient_state NOT NULL DEFAULT 'due',
  smtp_response text,
  sent_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- How often it was tried, and how often nobody knows what became of a try. Only then may somebody have got it twice.
  attempts integer NOT NULL DEFAULT 0,
  unknown_outcomes integer NOT NULL DEFAULT 0,
  is_claimed boolean NOT NULL DEFAULT false,
  due_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The day on which it counted, so that its retries count once; and whether it waits for the next day's mails.
  counted_on date,
  over_limit boolean NOT NULL DEFAULT false,
  -- The voucher's.
  company_id integer NOT NULL,
  CONSTRAINT recipient_slot_range CHECK (slot BETWEEN 1 AND 3),
  CONSTRAINT recipient_versions_known CHECK (cardinality(pdf_versions) > 0 AND pdf_versions <@ ARRAY[1, 2, 3]::smallint[]),
  CONSTRAINT recipient_attempts_range CHECK (attempts >= 0 AND unknown_outcomes BETWEEN 0 AND attempts)
);
CREATE INDEX recipient_due ON recipient (due_at) WHERE state = 'due';
CREATE UNIQUE INDEX recipient_slot ON recipient (voucher_id, slot);

-- How many mails a company sent in one environment on its latest day of mailing, for the daily limit.
CREATE TABLE mail_count (
  company_id integer NOT NULL REFERENCES company ON UPDATE CASCADE ON DELETE RESTRICT,
  production boolean NOT NULL,
  day date NOT NULL,
  mails integer NOT NULL,
  PRIMARY KEY (company_id, production),
  CONSTRAINT mail_count_range CHECK (mails >= 0)
);

-- What a company is told once by e-mail.
CREATE TABLE warning (
  id bigserial PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company ON UPDATE CASCADE ON DELETE RESTRICT,
  kind text NOT NULL,
  -- The period, the certificate or the day that it is about.
  subject text NOT NULL,
  facts jsonb NOT NULL,
  state recipient_state NOT NULL DEFAULT 'due',
  smtp_response text,
  attempts integer NOT NULL DEFAULT 0,
  unknown_outcomes integer NOT NULL DEFAULT 0,
  is_claimed boolean NOT NULL DEFAULT false,
  due_at timestamptz(3) NOT NULL DEFAULT now(),
  sent_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT warning_kind_known CHECK (kind IN ('quota', 'certificate', 'subscription', 'apikey', 'fiscaldata', 'webhook', 'report', 'renewed', 'planchange')),
  CONSTRAINT warning_attempts_range CHECK (attempts >= 0 AND unknown_outcomes BETWEEN 0 AND attempts)
);
CREATE INDEX warning_due ON warning (due_at) WHERE state = 'due';
CREATE UNIQUE INDEX warning_subject ON warning (company_id, kind, subject);

-- What the authority announces in the `Events` of its answers to a company: maintenance, changes by law. Never an error.
CREATE TABLE authority_notice (
  id bigserial NOT NULL,
  company_id integer NOT NULL,
  production boolean NOT NULL,
  -- The authority's name of the service, such as wsfe.
  service text NOT NULL,
  code integer NOT NULL,
  message text NOT NULL,
  first_seen_at timestamptz(3) NOT NULL DEFAULT now(),
  last_seen_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT authority_notice_pkey PRIMARY KEY (id),
  CONSTRAINT authority_notice_short CHECK (char_length(message) <= 4000),
  CONSTRAINT authority_notice_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE RESTRICT ON UPDATE CASCADE
);
-- Each text once: the same code may come with another text.
CREATE UNIQUE INDEX authority_notice_once ON authority_notice(company_id, production, service, code, md5(message));

CREATE TABLE pdf (
  voucher_id bigint NOT NULL REFERENCES voucher ON UPDATE CASCADE ON DELETE RESTRICT,
  versions text NOT NULL,
  storage_key text NOT NULL,
  size_bytes integer NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The voucher's.
  company_id integer NOT NULL,
  PRIMARY KEY (voucher_id, versions)
);

-- The tries at a PDF that is not made yet. Written before each try, so that one that takes the renderer down counts, too.
CREATE TABLE print_attempt (
  voucher_id bigint NOT NULL REFERENCES voucher ON UPDATE CASCADE ON DELETE RESTRICT,
  versions text NOT NULL,
  attempt_count integer NOT NULL,
  due_at timestamptz(3) NOT NULL,
  reason text,
  -- The voucher's.
  company_id integer NOT NULL,
  -- When the storage refused to keep this PDF last. NULL when what was printed last could be stored, or was never printed.
  refused_at timestamptz(3),
  PRIMARY KEY (voucher_id, versions),
  CONSTRAINT print_attempt_range CHECK (attempt_count >= 0)
);
CREATE INDEX print_attempt_refused ON print_attempt (refused_at) WHERE refused_at IS NOT NULL;

-- Issuances that were sent together, and that nobody waits for.
CREATE TABLE batch (
  id bigserial PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company ON UPDATE CASCADE ON DELETE RESTRICT,
  production boolean NOT NULL,
  name text,
  total integer NOT NULL,
  api_key_id integer,
  request_id text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  cancelled_at timestamptz(3),
  -- When its last element was settled. NULL while one is pending.
  finished_at timestamptz(3),
  -- After a failover its elements may have been sent and forgotten.
  incarnation integer NOT NULL DEFAULT current_incarnation(),
  CONSTRAINT batch_total CHECK (total BETWEEN 1 AND 1000)
);
CREATE INDEX batch_company ON batch (company_id, production, id);
CREATE INDEX batch_running ON batch (id) WHERE finished_at IS NULL;

-- An element is its key. One that waits for its key is linked to the key's issuance, without a revision.
CREATE TABLE batch_element (
  batch_id bigint NOT NULL REFERENCES batch ON UPDATE CASCADE ON DELETE CASCADE,
  -- Its place in the request, from 0.
  index integer NOT NULL,
  company_id integer NOT NULL,
  production boolean NOT NULL,
  idempotency varchar(128) NOT NULL,
  pos_number integer NOT NULL,
  voucher_type integer NOT NULL,
  state text NOT NULL DEFAULT 'pending',
  -- The issuance of its key, and the attempt that this element made of it. NULL while another request has the key.
  issuance_id bigint,
  revision integer,
  -- What to issue, until it is armed.
  attempt jsonb,
  -- Why it made no voucher, as on an issuance.
  outcome jsonb,
  settled_at timestamptz(3),
  PRIMARY KEY (batch_id, index),
  CONSTRAINT batch_element_state CHECK (state IN ('pending', 'issued', 'failed')),
  CONSTRAINT batch_element_settled CHECK ((state = 'pending') = (settled_at IS NULL)),
  CONSTRAINT batch_element_armed CHECK (state <> 'pending' OR issuance_id IS NOT NULL OR attempt IS NOT NULL)
);
CREATE INDEX batch_element_issuance ON batch_element (issuance_id) WHERE issuance_id IS NOT NULL;
-- What the sweep has to look at: not armed, and not linked to its key's issuance.
CREATE INDEX batch_element_loose ON batch_element (company_id, production, batch_id, index)
  WHERE issuance_id IS NULL AND attempt IS NOT NULL;
CREATE INDEX batch_element_pending ON batch_element (batch_id) WHERE state = 'pending';

-- What becomes of the key's issuance is noted on the element in the same commit. A failed element whose key gets its voucher later counts as
-- issued, also when the attempt had ended.
CREATE FUNCTION settle_elements() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.state IN ('queued', 'submitted') OR OLD.state NOT IN ('queued', 'submitted') AND (NEW.state <> 'approved' OR OLD.state = 'approved') THEN
    RETURN NULL;
  END IF;
  UPDATE public.batch_element e SET state = CASE NEW.state::text WHEN 'approved' THEN 'issued' ELSE 'failed' END, outcome = NEW.outcome,
    settled_at = coalesce(e.settled_at, now()), attempt = NULL
  WHERE e.issuance_id = NEW.id AND (e.state = 'pending' AND e.revision IS NOT NULL
    OR NEW.state = 'approved' AND e.pos_number = NEW.pos_number AND e.voucher_type = NEW.voucher_type);
  -- Those that waited for the key. It is free now, or has a voucher that is not theirs.
  UPDATE public.batch_element e SET issuance_id = NULL
  WHERE e.issuance_id = NEW.id AND e.state = 'pending';
  RETURN NULL;
END
$$;
CREATE TRIGGER settle_elements AFTER UPDATE OF state ON issuance FOR EACH ROW WHEN (NEW.batched) EXECUTE FUNCTION settle_elements();

-- A company's code of a fortnight.
CREATE TABLE caea (
  id bigserial PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company ON UPDATE CASCADE ON DELETE RESTRICT,
  production boolean NOT NULL,
  -- Year and month, such as 202611.
  period integer NOT NULL,
  -- 1 is the 1st to the 15th, 2 the rest of the month.
  fortnight smallint NOT NULL,
  -- The code with its days, YYYYMMDD; NULL until it is obtained.
  code char(14),
  valid_from char(8) NOT NULL,
  valid_to char(8) NOT NULL,
  -- The last day to report its vouchers.
  report_by char(8),
  asked_at timestamptz(3),
  granted_at timestamptz(3),
  -- Why it is not obtained: {code, detail, reasons}; NULL when nothing failed.
  problem jsonb,
  -- What the authority remarked when it granted it.
  remarks jsonb,
  CONSTRAINT caea_granted CHECK ((code IS NULL) = (report_by IS NULL) AND code ~ '^[0-9]{14}$'),
  CONSTRAINT caea_fortnight_known CHECK (fortnight IN (1, 2))
);
CREATE UNIQUE INDEX caea_of_fortnight ON caea (company_id, production, period, fortnight);

-- What is known of the authority's silence for a company, and whether a contingency lasts: the one truth about it.
CREATE TABLE contingency (
  company_id integer NOT NULL REFERENCES company ON UPDATE CASCADE ON DELETE RESTRICT,
  production boolean NOT NULL,
  -- The first of unbroken unanswered calls; NULL while they are answered.
  outage_since timestamptz(3),
  failed_calls integer NOT NULL DEFAULT 0,
  -- A request for a CAE is among them: then only an answer to such a request ends the silence.
  cae_failing boolean NOT NULL DEFAULT false,
  cause text,
  probed_at timestamptz(3),
  -- Queries are answered since: one issuance may try whether requests for a CAE are too.
  ready_at timestamptz(3),
  trial_id bigint,
  -- Since when the contingency lasts; NULL when none does. One that a person began only a person ends.
  active_since timestamptz(3),
  is_manual boolean NOT NULL DEFAULT false,
  reason text,
  -- The last answer of whatever content, to a call for issuing of any process; and the last one to a request for a CAE.
  answered_at timestamptz(3),
  issued_at timestamptz(3),
  -- Since when other processes could see the silence, and contradict it.
  outage_recorded_at timestamptz(3),
  -- The same silence of requests for a CAE alone: an answered query does not end it.
  cae_outage_since timestamptz(3),
  failed_cae_requests integer NOT NULL DEFAULT 0,
  cae_outage_recorded_at timestamptz(3),
  -- When the latest of these requests began.
  last_cae_request_at timestamptz(3),
  -- The sequence that the watch asked about last.
  probed_sequence_id bigint,
  -- Since when queries are answered without a break.
  ready_since timestamptz(3),
  trial_at timestamptz(3),
  -- The silence for which it began by itself: {since, cause}; with `refusal` once it ended because this company alone was refused. NULL when a person
  -- began it, whose words are in reason.
  silence jsonb,
  -- In one that ends by itself: how often in a row the authority refused this company alone, and what it said last.
  refused integer NOT NULL DEFAULT 0,
  refusal text,
  PRIMARY KEY (company_id, production)
);
CREATE INDEX contingency_watched ON contingency (company_id, production) WHERE active_since IS NOT NULL OR outage_since IS NOT NULL;

-- What the authority is told of a voucher under CAEA.
CREATE TABLE caea_report (
  voucher_id bigint PRIMARY KEY REFERENCES voucher ON UPDATE CASCADE ON DELETE RESTRICT,
  company_id integer NOT NULL,
  production boolean NOT NULL,
  pos_number integer NOT NULL,
  voucher_type integer NOT NULL,
  voucher_number integer NOT NULL,
  caea_id bigint NOT NULL REFERENCES caea ON UPDATE CASCADE ON DELETE RESTRICT,
  -- The exact content, sent and compared as it stands here; NULL once it is reported.
  declared jsonb,
  -- When the voucher was issued: it is part of the report.
  generated_at timestamptz(3) NOT NULL,
  state text NOT NULL DEFAULT 'due',
  -- Written ahead of the report: which taker of the sequence sent it.
  epoch integer,
  sent_at timestamptz(3),
  due_at timestamptz(3) NOT NULL DEFAULT now(),
  attempt_count integer NOT NULL DEFAULT 0,
  -- Why it is rejected, and what the authority observed when it took it: [{code, msg}].
  errors jsonb NOT NULL DEFAULT '[]',
  observations jsonb,
  reported_at timestamptz(3),
  -- When a round last took the sequence of this report up. Work that ends without a record is tried again later, after the others.
  listed_at timestamptz(3),
  -- Since when the authority counts it, and does not show it; NULL while it does not.
  hidden_since timestamptz(3),
  -- It was given up while the authority expected its number: the authority takes no number behind it.
  gap boolean NOT NULL DEFAULT false,
  CONSTRAINT caea_report_state_known CHECK (state IN ('due', 'sent', 'rejected', 'reported', 'givenUp')),
  CONSTRAINT caea_report_is_whole CHECK (state = 'reported' OR declared IS NOT NULL),
  CONSTRAINT caea_report_reported CHECK ((state = 'reported') = (reported_at IS NOT NULL)),
  CONSTRAINT caea_report_traced CHECK (state <> 'sent' OR (epoch IS NOT NULL AND sent_at IS NOT NULL)),
  CONSTRAINT caea_report_given_up CHECK (state <> 'givenUp' OR errors <> '[]'),
  CONSTRAINT caea_report_gap CHECK (NOT gap OR state = 'givenUp')
);
CREATE INDEX caea_report_code ON caea_report (caea_id, pos_number);
CREATE UNIQUE INDEX caea_report_open ON caea_report (company_id, production, pos_number, voucher_type, voucher_number)
  WHERE state <> 'reported';
-- The few that the authority refused, for as long as it has not taken them.
CREATE INDEX caea_report_refused ON caea_report (company_id, production, pos_number, voucher_type)
  WHERE state <> 'reported' AND errors <> '[]';

-- A point of sale without a voucher under a code, once the fortnight is over.
CREATE TABLE caea_unused (
  caea_id bigint NOT NULL REFERENCES caea ON UPDATE CASCADE ON DELETE RESTRICT,
  company_id integer NOT NULL,
  production boolean NOT NULL,
  pos_number integer NOT NULL,
  asked_at timestamptz(3),
  informed_at timestamptz(3),
  problem jsonb,
  PRIMARY KEY (caea_id, pos_number)
);

-- What each issuer hears of the authority in each environment, for the others: whose calls alone fail is cut off. It is of use for
-- seconds only, so a crash may lose it.
CREATE UNLOGGED TABLE issuer_reachability (
  issuer uuid NOT NULL,
  production boolean NOT NULL,
  last_heartbeat_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The last answer to one of its calls.
  answered_at timestamptz(3),
  -- Its calls are not answered since; NULL while they are.
  failing_since timestamptz(3),
  -- The sequence about which it was answered last: the others can ask about the same one.
  about jsonb,
  PRIMARY KEY (issuer, production)
);

-- Who serves a sequence while its lock in Redis cannot be had. It saves work, as that lock does, and decides nothing: a crash may lose
-- it. Source: issuer/README.md, section 4.
CREATE UNLOGGED TABLE sequence_lease (
  company_id integer NOT NULL,
  production boolean NOT NULL,
  pos_number integer NOT NULL,
  voucher_type integer NOT NULL,
  -- One drain.
  holder uuid NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, production, pos_number, voucher_type)
);

-- The signs of life of the processes, for the operator's question "who serves?". They decide nothing: a crash may lose them.
CREATE UNLOGGED TABLE serving_process (
  -- Drawn by each process when it starts.
  id uuid NOT NULL,
  kind text NOT NULL,
  version text NOT NULL,
  started_at timestamptz(3) NOT NULL DEFAULT now(),
  last_heartbeat_at timestamptz(3) NOT NULL DEFAULT now(),
  -- How far the clock of the process's host is ahead of the database's, as its latest sign of life showed. NULL of a version that does not tell.
  clock_ahead_ms bigint,
  CONSTRAINT serving_process_pkey PRIMARY KEY (id)
);

-- What the last comparison of numbers with the authority showed for a company. An alarm for a database that lost vouchers.
CREATE TABLE number_check (
  company_id integer NOT NULL REFERENCES company ON UPDATE CASCADE ON DELETE RESTRICT,
  production boolean NOT NULL,
  checked_at timestamptz(3) NOT NULL DEFAULT now(),
  -- How many numbers differ: the authority counts them and no voucher here explains them, or ours are beyond the authority's.
  mismatches integer NOT NULL,
  -- Why it could not be compared; NULL when it was.
  problem text,
  PRIMARY KEY (company_id, production),
  CONSTRAINT number_check_mismatches CHECK (mismatches >= 0)
);

-- The dated rules whose day an operator moved (shared/domain/dated-rules.ts). All others begin on the day that stands there.
CREATE TABLE rule_date_override (
  name text NOT NULL,
  -- NULL: never.
  starts date,
  moved_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT rule_date_override_pkey PRIMARY KEY (name)
);

-- Questions to the tax authority that issue nothing, with their answers: asked by the API and by operators, answered by an issuer.
-- Redis only wakes the issuer, so nobody who can write there can ask or answer.
-- Unlogged: a question that a crash forgets is asked again, and the commits wait for no disk. JSON keeps an answer as it was written.
CREATE UNLOGGED TABLE issuer_request (
  id uuid PRIMARY KEY,
  company_id integer NOT NULL,
  production boolean NOT NULL,
  request json NOT NULL,
  request_id text NOT NULL,
  -- Until then its asker waits.
  expires_at timestamptz(3) NOT NULL,
  -- When an issuer took it. Only one ever does.
  claimed_at timestamptz(3),
  answer json,
  -- Why it has no answer.
  failure text,
  answered_at timestamptz(3),
  -- The same question of others has the same name.
  name text,
  -- Until then the answer also serves them.
  cached_until timestamptz(3),
  CONSTRAINT issuer_request_sizes CHECK (octet_length(request::text) <= 4096 AND octet_length(answer::text) <= 1048576
    AND octet_length(request_id) <= 128 AND octet_length(name) <= 128 AND octet_length(failure) <= 4096)
);
CREATE INDEX issuer_request_cached ON issuer_request (name, production) WHERE cached_until IS NOT NULL;
CREATE INDEX issuer_request_open ON issuer_request (company_id, production, expires_at) WHERE answered_at IS NULL;
CREATE INDEX issuer_request_expires ON issuer_request (expires_at);

-- Somebody who signs in to the web application.
CREATE TABLE person (
  id serial PRIMARY KEY,
  email text NOT NULL UNIQUE,
  name text,
  -- NULL until the person chose one.
  password text,
  password_changed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT person_email_check CHECK (email = lower(email))
);

-- What a company sees of a person is the company's own: the name that it gave, and whether the person has accepted.
CREATE TABLE membership (
  person_id integer NOT NULL REFERENCES person ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  role person_role NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- In the company's pages. A person's id would tell whether they were here before.
  id integer GENERATED BY DEFAULT AS IDENTITY NOT NULL UNIQUE,
  name text,
  -- NULL while the person is invited and has not accepted.
  accepted_at timestamptz(3) DEFAULT now(),
  PRIMARY KEY (person_id, company_id)
);
CREATE INDEX membership_company ON membership (company_id);

-- A session is known by the hash of its cookie.
CREATE TABLE person_session (
  id bigserial PRIMARY KEY,
  person_id integer NOT NULL REFERENCES person ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  address text,
  agent text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX person_session_person ON person_session (person_id);
CREATE INDEX person_session_seen ON person_session (last_used_at);

-- A link by which a person sets a password, known by the hash of its secret. Used once.
CREATE TABLE person_link (
  token_hash bytea PRIMARY KEY,
  person_id integer NOT NULL REFERENCES person ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  -- The company whose invitation it belongs to; NULL: the person asked for a new password.
  company_id integer REFERENCES company
);
CREATE INDEX person_link_person ON person_link (person_id);

-- Mails to people. The mailer makes the secret of a link when it sends it, so none waits here.
CREATE TABLE person_mail (
  id bigserial PRIMARY KEY,
  person_id integer NOT NULL REFERENCES person ON DELETE CASCADE,
  -- The company that invites.
  company_id integer REFERENCES company,
  kind text NOT NULL,
  state recipient_state NOT NULL DEFAULT 'due',
  smtp_response text,
  attempts integer NOT NULL DEFAULT 0,
  unknown_outcomes integer NOT NULL DEFAULT 0,
  is_claimed boolean NOT NULL DEFAULT false,
  due_at timestamptz(3) NOT NULL DEFAULT now(),
  sent_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT person_mail_kind_check CHECK (kind IN ('invite', 'reset', 'password-changed'))
);
CREATE INDEX person_mail_due ON person_mail (due_at) WHERE state = 'due';
-- Whether one was asked for lately. Also for the removal of a person.
CREATE INDEX person_mail_person ON person_mail (person_id);
-- How many mails to people left in the last minute.
CREATE INDEX person_mail_sent ON person_mail (sent_at);
-- One mail of a kind waits for a person, however often it is asked for.
CREATE UNIQUE INDEX person_mail_waiting ON person_mail (person_id, kind, coalesce(company_id, 0)) WHERE state = 'due';

-- Failed sign-ins by the name that was typed, whether or not there is such a person.
CREATE TABLE sign_in_failure (
  email text PRIMARY KEY,
  failures integer NOT NULL,
  failed_at timestamptz(3) NOT NULL,
  locked_until timestamptz(3)
);
CREATE INDEX sign_in_failure_failed ON sign_in_failure (failed_at);

-- How many people a company has invited on an Argentine day.
CREATE TABLE invitation_count (
  company_id integer PRIMARY KEY REFERENCES company,
  day date NOT NULL,
  invitations integer NOT NULL,
  CONSTRAINT invitation_count_invitations_check CHECK (invitations >= 0)
);

-- What a subscription costs, and how it is paid. Rules: api/payments/README.md.

-- The ids of both tables: people name a row of either by it.
CREATE SEQUENCE payment_row_id AS BIGINT;

-- What is asked for. The provider gives `reference` back with each payment.
CREATE TABLE checkout (
  id bigint PRIMARY KEY DEFAULT nextval('payment_row_id'),
  company_id integer NOT NULL REFERENCES company (id),
  kind text NOT NULL CHECK (kind IN ('renewal', 'extra')),
  plan_id integer NOT NULL REFERENCES plan (id),
  -- Of a renewal how long, of extras how many.
  months integer CHECK (months BETWEEN 1 AND 12),
  vouchers integer CHECK (vouchers > 0),
  amount numeric(11, 2) NOT NULL CHECK (amount > 0),
  reference text NOT NULL CHECK (reference ~ '^tal-[0-9a-f]{32}$'),
  -- The provider's page. Null until it answered.
  link text CHECK (char_length(link) <= 2000),
  asked_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  ends_at timestamptz(3) NOT NULL DEFAULT now() + interval '24 hours',
  closed_at timestamptz(3),
  -- When the provider is asked next whether it was paid. Null: no more.
  ask_at timestamptz(3) DEFAULT now() + interval '30 seconds',
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
  id bigint PRIMARY KEY DEFAULT nextval('payment_row_id'),
  checkout_id bigint REFERENCES checkout (id),
  -- Null of a payment whose checkout is not here, until the operator says whose it is.
  company_id integer REFERENCES company (id),
  provider_id text CHECK (provider_id ~ '^[0-9]{1,30}$'),
  kind text CHECK (kind IN ('renewal', 'extra')),
  plan_id integer REFERENCES plan (id),
  months integer CHECK (months BETWEEN 1 AND 120),
  vouchers integer CHECK (vouchers > 0),
  amount numeric(15, 2) NOT NULL,
  currency text NOT NULL CHECK (char_length(currency) <= 10),
  reference text NOT NULL CHECK (char_length(reference) BETWEEN 1 AND 256),
  state text NOT NULL CHECK (state IN ('pending', 'approved', 'rejected', 'review', 'refunded', 'charged_back', 'closed')),
  why text CHECK (why IN ('amount', 'currency', 'collector', 'reference')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- When it got its state.
  settled_at timestamptz(3),
  -- What it gave, once.
  granted_at timestamptz(3),
  period_from date,
  period_until date,
  -- The operator's word. No process may write it.
  said_by text,
  because text CHECK (char_length(because) BETWEEN 1 AND 500),
  -- `waiting`: it is being issued, or tried again; `issued`; `stopped`: it was refused, and waits for the operator; `none`: the operator wants
  -- none. Null: not begun.
  bill_state text,
  -- When it is tried next.
  bill_at timestamptz(3),
  bill_since timestamptz(3),
  -- Why the last try gave none, or why the operator wants none.
  bill_problem text,
  -- Of the billing company. Its numbers stand here too, because the payer may not read that company's vouchers.
  voucher_id bigint,
  voucher_pos integer,
  voucher_type integer,
  voucher_number integer,
  CONSTRAINT payment_bill CHECK (bill_state IN ('waiting', 'issued', 'stopped', 'none') AND char_length(bill_problem) <= 2000),
  CONSTRAINT payment_bill_due CHECK ((bill_state IS NOT NULL AND bill_state = 'waiting') = (bill_at IS NOT NULL)),
  CONSTRAINT payment_bill_voucher CHECK (num_nonnulls(voucher_id, voucher_pos, voucher_type, voucher_number)
    = CASE WHEN bill_state = 'issued' THEN 4 ELSE 0 END)
);
CREATE UNIQUE INDEX payment_provider_id_key ON payment (provider_id);
-- Said twice, a transfer is one payment.
CREATE UNIQUE INDEX payment_transfer ON payment (reference) WHERE provider_id IS NULL;
CREATE INDEX payment_newest ON payment (company_id, id);
CREATE INDEX payment_checkout ON payment (checkout_id);
CREATE INDEX payment_waiting ON payment (id) WHERE state IN ('review', 'pending') OR state = 'approved' AND granted_at IS NULL;
-- A voucher is of one payment.
CREATE UNIQUE INDEX payment_voucher ON payment (voucher_id);
CREATE INDEX payment_bill_at ON payment (bill_at) WHERE bill_state = 'waiting';
CREATE INDEX payment_unbilled ON payment (granted_at) WHERE bill_state IS NULL AND state = 'approved';
CREATE INDEX payment_of_operator ON payment (id) WHERE state IN ('review', 'refunded', 'charged_back') OR bill_state = 'stopped';

-- A payment of which the provider sent a notification, until it was read there, and a day longer.
CREATE TABLE payment_notice (
  provider_id text PRIMARY KEY CHECK (provider_id ~ '^[0-9]{1,30}$'),
  received_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Null: it was read.
  due_at timestamptz(3) DEFAULT now(),
  -- Not ours: a further notification of it is not read for a day.
  is_strange boolean NOT NULL DEFAULT false
);
CREATE INDEX payment_notice_due ON payment_notice (due_at) WHERE due_at IS NOT NULL;

-- One row: what all processes know of the provider.
CREATE TABLE payment_watch (
  id integer PRIMARY KEY CHECK (id = 1),
  -- The last notification whose signature was good.
  notified_at timestamptz(3),
  -- When all payments of 30 days are listed next.
  list_at timestamptz(3) NOT NULL DEFAULT now(),
  -- What was granted before somebody first said who bills is billed by hand, if at all.
  billing_since timestamptz(3),
  -- When all payments of the provider's account were last listed to the end.
  listed_at timestamptz(3),
  -- The pace of calls at the provider, over all processes: when the next one may be made, and until when none is, after a 429.
  call_at timestamptz(3) NOT NULL DEFAULT now(),
  rests_until timestamptz(3) NOT NULL DEFAULT now()
);
INSERT INTO payment_watch (id) VALUES (1);

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
    PERFORM public.emit_event(p.company_id, production, 'subscription.renewed',
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

-- The months that are loaded. `adhesion` is what the digits of all rows say of each province, by its jurisdiction: to count them again would
-- read millions of rows.
CREATE TABLE sircip_period (
  period integer NOT NULL,
  rows integer NOT NULL,
  adhesion jsonb NOT NULL,
  loaded_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT sircip_period_pkey PRIMARY KEY (period)
);

-- A partition for each month, so that one goes as a whole. It has millions of rows: the wide columns come first, nothing is padded, and the 24
-- digits from 924 down to 901 are 12 bytes, which read the same in hexadecimal. A CUIT is unique in its month by the partition's own primary
-- key: one of the whole table would need the month in each entry.
CREATE TABLE sircip_taxpayer (
  cuit bigint NOT NULL,
  period integer NOT NULL,
  seat smallint NOT NULL,
  crc smallint NOT NULL,
  letter "char" NOT NULL,
  digits bytea NOT NULL,
  name text NOT NULL
) PARTITION BY LIST (period);

-- On which day a province begins. NULL: never, as without a row.
CREATE TABLE sircip_province (
  state_id integer NOT NULL,
  starts date,
  set_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT sircip_province_pkey PRIMARY KEY (state_id)
);

-- Begins a load, which ends with its transaction: another one meanwhile is refused (lock_not_available), and waits for nothing. What is loaded is
-- filled apart, so nobody sees half of it, and a load that is broken off leaves nothing behind.
CREATE FUNCTION begin_sircip_load() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  LOCK TABLE public.sircip_period IN SHARE UPDATE EXCLUSIVE MODE NOWAIT;
  CREATE TABLE public.sircip_loading (LIKE public.sircip_taxpayer INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE);
END
$$;

-- Ends it: what was loaded is the month from the commit on. Tells how many rows the month has gained, which differ, and which it has lost,
-- against what it had. A month that is loaded again is compared by a hash of each row: joined whole, two months of three million rows take 38 s,
-- because they do not fit in memory, and so 3 s. The months are kept that are among the newest so many.
CREATE FUNCTION end_sircip_load(month INTEGER, of_provinces JSONB, kept INTEGER)
RETURNS TABLE (added INTEGER, changed INTEGER, gone INTEGER, dropped INTEGER[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  part TEXT := format('sircip_taxpayer_%s', month);
  past INTEGER;
  loaded INTEGER;
BEGIN
  ALTER TABLE public.sircip_loading ADD CONSTRAINT sircip_loading_pkey PRIMARY KEY (cuit);
  -- With this, attaching reads no row again.
  EXECUTE format('ALTER TABLE public.sircip_loading ADD CONSTRAINT sircip_loading_month CHECK (period = %s)', month);
  SELECT count(*) INTO loaded FROM public.sircip_loading;
  IF to_regclass(format('public.%I', part)) IS NULL THEN
    added := loaded;
    changed := 0;
    gone := 0;
  ELSE
    EXECUTE format('SELECT count(*) FILTER (WHERE o.cuit IS NULL)::int, count(*) FILTER (WHERE n.cuit IS NULL)::int,
        count(*) FILTER (WHERE n.hash <> o.hash)::int
      FROM (SELECT cuit, hash_record_extended(ROW(seat, crc, letter, digits, name), 0) AS hash FROM public.sircip_loading) n
      FULL JOIN (SELECT cuit, hash_record_extended(ROW(seat, crc, letter, digits, name), 0) AS hash FROM public.%I) o ON o.cuit = n.cuit', part)
      INTO added, gone, changed;
    EXECUTE format('DROP TABLE public.%I', part);
  END IF;
  EXECUTE format('ALTER TABLE public.sircip_loading RENAME CONSTRAINT sircip_loading_pkey TO %I', part || '_pkey');
  EXECUTE format('ALTER TABLE public.sircip_loading RENAME TO %I', part);
  EXECUTE format('ALTER TABLE public.sircip_taxpayer ATTACH PARTITION public.%I FOR VALUES IN (%s)', part, month);
  EXECUTE format('ALTER TABLE public.%I DROP CONSTRAINT sircip_loading_month', part);
  INSERT INTO public.sircip_period AS p (period, rows, adhesion) VALUES (month, loaded, of_provinces)
  ON CONFLICT (period) DO UPDATE SET rows = excluded.rows, adhesion = excluded.adhesion, loaded_at = now();
  dropped := ARRAY[]::INTEGER[];
  FOR past IN DELETE FROM public.sircip_period WHERE period IN (SELECT o.period FROM public.sircip_period o ORDER BY o.period DESC OFFSET kept) RETURNING period
  LOOP
    EXECUTE format('DROP TABLE public.%I', format('sircip_taxpayer_%s', past));
    dropped := dropped || past;
  END LOOP;
  RETURN NEXT;
END
$$;

-- Whether any company is an agent of SIRCIP, for who watches over the padrón and may not read what a company says of itself.
CREATE FUNCTION has_sircip_agents() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  RETURN EXISTS (SELECT FROM public.company WHERE sircip IS NOT NULL);
REVOKE EXECUTE ON FUNCTION begin_sircip_load(), end_sircip_load(integer, jsonb, integer), has_sircip_agents() FROM PUBLIC;

-- Caps of the monotributo that an operator entered. Others come with the product (shared/domain/monotributo/caps.ts).
CREATE TABLE monotributo_caps (
  starts date NOT NULL,
  -- Of categories A to K.
  amounts numeric(15,2)[] NOT NULL,
  entered_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT monotributo_caps_pkey PRIMARY KEY (starts),
  CONSTRAINT monotributo_caps_of_each CHECK (cardinality(amounts) = 11)
);

-- The one secret of the API: the keys of its MACs come from it, each by a purpose of its own (api/own-keys.ts). It opens nothing, is
-- made of nothing else, and only the API's role may read it. To change it, put other 32 random bytes in its place and start the API
-- again: previews and open forms of before count no longer.
CREATE TABLE api_secret (
  id integer PRIMARY KEY DEFAULT 1,
  secret bytea NOT NULL,
  CONSTRAINT api_secret_id_check CHECK (id = 1),
  CONSTRAINT api_secret_secret_check CHECK (octet_length(secret) = 32)
);
-- PostgreSQL has no random bytes without an extension. Each of these has 122 bits of the system's own randomness.
INSERT INTO api_secret (secret)
SELECT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

-- The listing at millions of vouchers: what a page costs follows the page, and "total" is exact without counting a company.
--
-- Chosen: sums by group, for the fields with few values, and by step, for ranges; everything else matches few rows, or is counted in an
-- index. A voucher is never edited nor deleted, so a sum only grows and is never wrong. Estimates and caches were left out, since "total" is
-- promised exact; an index alone, since counting two million entries takes a third of a second each time.
--
-- The sums follow a moment later: each voucher would rewrite ten of their rows, and those of one company would wait for each other's commit.
-- So it is noted in its own commit, and an issuer adds what is noted to the sums, many vouchers at a time. Who reads the sums adds what
-- is still noted: a total is exact at every moment.

-- Vouchers that are in no sum yet.
CREATE TABLE voucher_count_pending (
  company_id integer NOT NULL,
  production boolean NOT NULL,
  id bigint NOT NULL,
  voucher_date text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL,
  pos_number integer NOT NULL,
  voucher_type integer NOT NULL,
  doc_type integer NOT NULL,
  doc_number text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  api_key_id integer,
  total_amount numeric(15,2) NOT NULL,
  PRIMARY KEY (company_id, production, id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- How many vouchers there are of each group, and where they lie in time. "span" is all of them, a month (YYYYMM) or a day (YYYYMMDD)
-- of the voucher's date, named by "period": a range of dates is whole months and the days at its ends.
CREATE TABLE voucher_count (
  company_id integer NOT NULL,
  production boolean NOT NULL,
  span text COLLATE "C" NOT NULL,
  period text COLLATE "C" NOT NULL,
  pos_number integer NOT NULL,
  voucher_type integer NOT NULL,
  doc_type integer NOT NULL,
  -- Kept of the receiver that is nobody in particular (docType 99, docNumber 0) alone: the one document that millions share.
  doc_number text COLLATE "C",
  status text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  api_key_id integer,
  vouchers integer NOT NULL,
  -- Between which ones they are: a page of an old month need not be looked for from today on.
  first_id bigint NOT NULL,
  last_id bigint NOT NULL,
  first_created_at timestamptz(3) NOT NULL,
  last_created_at timestamptz(3) NOT NULL
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX voucher_count_group ON voucher_count
  (company_id, production, span, period, pos_number, voucher_type, doc_type, coalesce(doc_number, ''), status, source, coalesce(api_key_id, 0));

-- How many vouchers there are from "start" up to the next step of a field, by type: of "id", by 16,384; of "created_at", in microseconds,
-- by day (UTC); of "total_amount", in cents, by the first two digits before the point; of "voucher_date", by day. "id/16", "created_at/32"
-- and "voucher_date/32" are as many of the shorter steps. A range is whole steps, and what is left at its ends is counted in the index.
CREATE TABLE voucher_bucket (
  company_id integer NOT NULL,
  production boolean NOT NULL,
  field text COLLATE "C" NOT NULL,
  start bigint NOT NULL,
  voucher_type integer NOT NULL,
  vouchers integer NOT NULL,
  first_id bigint NOT NULL,
  last_id bigint NOT NULL,
  first_voucher_date text COLLATE "C" NOT NULL,
  last_voucher_date text COLLATE "C" NOT NULL,
  PRIMARY KEY (company_id, production, field, start, voucher_type)
) WITH (fillfactor = 80);

-- What cannot be added to the sums fails its own INSERT. Noted, it would stop the sums of all companies.
CREATE FUNCTION count_vouchers() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.voucher_count_pending
  SELECT company_id, production, id, voucher_date, created_at, pos_number, voucher_type, doc_type, doc_number, status, source, api_key_id, total_amount
  FROM added
  -- As in "buckets_of": each of these casts fails, or is true.
  WHERE voucher_date::date - date '1970-01-01' IS NOT NULL AND trunc(total_amount)::bigint IS NOT NULL
    AND floor(date_part('epoch', created_at))::bigint IS NOT NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER count_vouchers AFTER INSERT ON voucher REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_vouchers();

-- The groups and the steps in which a voucher counts.
CREATE FUNCTION spans_of(v public.voucher_count_pending) RETURNS TABLE(span TEXT, period TEXT, document TEXT) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT spans.span, spans.period, CASE WHEN (v).doc_type = 99 AND (v).doc_number = '0' THEN (v).doc_number END
  FROM (VALUES ('all', ''), ('month', left((v).voucher_date, 6)), ('day', (v).voucher_date)) AS spans(span, period);
END;
CREATE FUNCTION buckets_of(v public.voucher_count_pending) RETURNS TABLE(field TEXT, start BIGINT) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT steps.field, steps.start FROM (VALUES
    ('created_at', floor(date_part('epoch', (v).created_at) / 86400)::bigint * 86400000000),
    ('created_at/32', (floor(date_part('epoch', (v).created_at) / 86400)::bigint >> 5) * 32 * 86400000000),
    ('id', (v).id / 16384 * 16384),
    ('id/16', (v).id / 262144 * 262144),
    ('total_amount', trunc((v).total_amount, least(0, 2 - length(trunc((v).total_amount)::text)))::bigint * 100),
    ('voucher_date', ((v).voucher_date::date - date '1970-01-01')::bigint),
    ('voucher_date/32', (((v).voucher_date::date - date '1970-01-01') >> 5)::bigint * 32)) AS steps(field, start);
END;

-- Adds at most so many noted vouchers to the sums. One process does it at a time; a crash forgets the whole of it or nothing. Rows are taken
-- in the order of their keys, so that two statements that add to the same ones never wait for each other in a ring.
CREATE FUNCTION fold_voucher_counts(most INTEGER) RETURNS INTEGER LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  folded INTEGER;
BEGIN
  IF NOT public.holds_upkeep() THEN
    RETURN 0;
  END IF;
  PERFORM set_config('synchronous_commit', 'off', true);
  WITH taken AS (
    DELETE FROM public.voucher_count_pending u
    WHERE (u.company_id, u.production, u.id) IN (SELECT o.company_id, o.production, o.id FROM public.voucher_count_pending o LIMIT most)
    RETURNING u AS v
  ),
  counted AS (
    INSERT INTO public.voucher_count AS kept
    SELECT (t.v).company_id, (t.v).production, s.span, s.period, (t.v).pos_number, (t.v).voucher_type, (t.v).doc_type, s.document,
      (t.v).status, (t.v).source, (t.v).api_key_id, count(*), min((t.v).id), max((t.v).id), min((t.v).created_at), max((t.v).created_at)
    FROM taken t CROSS JOIN LATERAL public.spans_of(t.v) s
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    ON CONFLICT (company_id, production, span, period, pos_number, voucher_type, doc_type, coalesce(doc_number, ''), status, source,
      coalesce(api_key_id, 0))
    DO UPDATE SET vouchers = kept.vouchers + excluded.vouchers,
      first_id = least(kept.first_id, excluded.first_id), last_id = greatest(kept.last_id, excluded.last_id),
      first_created_at = least(kept.first_created_at, excluded.first_created_at),
      last_created_at = greatest(kept.last_created_at, excluded.last_created_at)
  ),
  stepped AS (
    INSERT INTO public.voucher_bucket AS kept
    SELECT (t.v).company_id, (t.v).production, s.field, s.start, (t.v).voucher_type, count(*), min((t.v).id), max((t.v).id),
      min((t.v).voucher_date), max((t.v).voucher_date)
    FROM taken t CROSS JOIN LATERAL public.buckets_of(t.v) s
    GROUP BY 1, 2, 3, 4, 5
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (company_id, production, field, start, voucher_type)
    DO UPDATE SET vouchers = kept.vouchers + excluded.vouchers,
      first_id = least(kept.first_id, excluded.first_id), last_id = greatest(kept.last_id, excluded.last_id),
      first_voucher_date = least(kept.first_voucher_date, excluded.first_voucher_date),
      last_voucher_date = greatest(kept.last_voucher_date, excluded.last_voucher_date)
  )
  SELECT count(*) INTO folded FROM taken;
  RETURN folded;
END
$$;

-- A claimed voucher is of another group: its source and API key are no longer those of an import. Steps do not know either. One that is in no
-- sum yet is only noted otherwise. The lock keeps it from being counted meanwhile.
CREATE FUNCTION recount_adopted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  LOCK TABLE public.work_lock IN SHARE UPDATE EXCLUSIVE MODE;
  UPDATE public.voucher_count_pending u SET source = NEW.source, api_key_id = NEW.api_key_id
  WHERE u.company_id = NEW.company_id AND u.production = NEW.production AND u.id = NEW.id;
  IF FOUND THEN
    RETURN NULL;
  END IF;
  UPDATE public.voucher_count c SET vouchers = c.vouchers - 1
  FROM (VALUES ('all', ''), ('month', left(OLD.voucher_date, 6)), ('day', OLD.voucher_date::text)) AS spans(span, period)
  WHERE c.company_id = OLD.company_id AND c.production = OLD.production AND c.span = spans.span AND c.period = spans.period
    AND c.pos_number = OLD.pos_number AND c.voucher_type = OLD.voucher_type AND c.doc_type = OLD.doc_type
    AND coalesce(c.doc_number, '') = CASE WHEN OLD.doc_type = 99 AND OLD.doc_number = '0' THEN '0' ELSE '' END
    AND c.status = OLD.status AND c.source = OLD.source AND coalesce(c.api_key_id, 0) = coalesce(OLD.api_key_id, 0);
  DELETE FROM public.voucher_count c WHERE c.company_id = OLD.company_id AND c.production = OLD.production AND c.vouchers = 0;
  INSERT INTO public.voucher_count AS kept
  SELECT NEW.company_id, NEW.production, span, period, NEW.pos_number, NEW.voucher_type, NEW.doc_type,
    CASE WHEN NEW.doc_type = 99 AND NEW.doc_number = '0' THEN NEW.doc_number END, NEW.status, NEW.source, NEW.api_key_id,
    1, NEW.id, NEW.id, NEW.created_at, NEW.created_at
  FROM (VALUES ('all', ''), ('month', left(NEW.voucher_date, 6)), ('day', NEW.voucher_date::text)) AS spans(span, period)
  ORDER BY span, period
  ON CONFLICT (company_id, production, span, period, pos_number, voucher_type, doc_type, coalesce(doc_number, ''), status, source,
    coalesce(api_key_id, 0))
  DO UPDATE SET vouchers = kept.vouchers + 1,
    first_id = least(kept.first_id, excluded.first_id), last_id = greatest(kept.last_id, excluded.last_id),
    first_created_at = least(kept.first_created_at, excluded.first_created_at),
    last_created_at = greatest(kept.last_created_at, excluded.last_created_at);
  RETURN NULL;
END
$$;
CREATE TRIGGER recount_adopted AFTER UPDATE OF issuance_id ON voucher FOR EACH ROW
  WHEN (OLD.issuance_id IS NULL AND NEW.issuance_id IS NOT NULL) EXECUTE FUNCTION recount_adopted();

-- Webhooks: endpoints of companies, and what happened that each of them is to be told.
--
-- An event is recorded by a trigger on the row that it tells of. So it is in the same statement and commit, whoever changed the row:
-- none is lost, and none tells what was undone. A company without an endpoint pays for one look at an index.

-- Who is told. A listener is a command line that forwards events for a while: the mailers leave its events alone.
CREATE TABLE webhook (
  id serial PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company ON UPDATE CASCADE ON DELETE RESTRICT,
  production boolean NOT NULL,
  url text NOT NULL,
  -- Types of events; "*" is all of them.
  events text[] NOT NULL,
  description text,
  enabled boolean NOT NULL DEFAULT true,
  -- Why the service disabled it; NULL when it did not.
  disabled_reason text,
  -- Since when no attempt has succeeded; NULL while they succeed.
  failing_since timestamptz(3),
  -- Of a listener alone: it is gone after this time, unless it was seen again.
  listening_until timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT webhook_sizes CHECK (octet_length(url) <= 8192 AND cardinality(events) BETWEEN 1 AND 100 AND octet_length(description) <= 2048),
  CONSTRAINT webhook_reason CHECK (disabled_reason IS NULL OR NOT enabled)
);
CREATE INDEX webhook_company ON webhook (company_id, production);

-- Sealed to a key that only mailers hold. The newest signs, and for a day the one before it.
CREATE TABLE webhook_secret (
  id serial PRIMARY KEY,
  webhook_id integer NOT NULL REFERENCES webhook ON UPDATE CASCADE ON DELETE CASCADE,
  sealed bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX webhook_secret_webhook ON webhook_secret (webhook_id, id);

-- The public halves of the mailers' keys. Each mailer says every minute that it has them.
CREATE TABLE webhook_key (
  id text PRIMARY KEY,
  public_key text NOT NULL,
  last_heartbeat_at timestamptz(3) NOT NULL DEFAULT now()
);

-- One event for one endpoint. No foreign key: recording one waits for no other row.
CREATE TABLE webhook_delivery (
  id bigserial NOT NULL,
  webhook_id integer NOT NULL,
  company_id integer NOT NULL,
  production boolean NOT NULL,
  -- The same at every endpoint.
  event_id text NOT NULL,
  type text NOT NULL,
  -- Byte for byte as it is signed and sent.
  body text NOT NULL,
  state text NOT NULL DEFAULT 'pending',
  attempt_count integer NOT NULL DEFAULT 0,
  -- It was asked for by hand, after its last attempt: it is tried this once.
  once boolean NOT NULL DEFAULT false,
  is_claimed boolean NOT NULL DEFAULT false,
  -- When it is tried next; held ahead by the mailer that has it in hand.
  due_at timestamptz(3) NOT NULL DEFAULT date_trunc('milliseconds', now()),
  delivered_at timestamptz(3),
  -- The latest attempts: [{at, status, ms, error, answer}].
  attempts jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz(3) NOT NULL DEFAULT date_trunc('milliseconds', now()),
  CONSTRAINT webhook_delivery_state CHECK (state IN ('pending', 'delivered', 'failed'))
) PARTITION BY RANGE (created_at);
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, due_at, id) WHERE state = 'pending';
CREATE INDEX webhook_delivery_claimed ON webhook_delivery (webhook_id) WHERE is_claimed;
CREATE INDEX webhook_delivery_webhook ON webhook_delivery (webhook_id, id);
-- What has no month of its own (see "By months"), deleted row by row: the index of their age is here alone.
CREATE TABLE webhook_delivery_default PARTITION OF webhook_delivery (PRIMARY KEY (id)) DEFAULT;
CREATE INDEX webhook_delivery_default_age ON webhook_delivery_default USING brin (created_at);

-- Whether anybody is told what happens to the company in this environment.
CREATE FUNCTION webhooks_listen(of_company INTEGER, of_production BOOLEAN) RETURNS BOOLEAN LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM public.webhook w WHERE w.company_id = of_company AND w.production = of_production AND w.enabled);

-- Records an event for each endpoint that wants it. In PL/pgSQL, like the next one: it keeps its plan, and SQL would plan at every call.
CREATE FUNCTION emit_event(of_company INTEGER, of_production BOOLEAN, event TEXT, data JSON) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO public.webhook_delivery (webhook_id, company_id, production, event_id, type, body)
  SELECT w.id, $1, $2, e.id, $3, e.body
  FROM (SELECT 'evt_' || replace(gen_random_uuid()::text, '-', '') AS id, json_build_object('type', $3,
    'timestamp', to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', $4)::text AS body OFFSET 0) e
  CROSS JOIN public.webhook w
  WHERE w.company_id = $1 AND w.production = $2 AND w.enabled AND w.events && ARRAY['*', $3]
    AND (w.listening_until IS NULL OR w.listening_until > now())
  ORDER BY w.id;
END
$$;

-- What an event tells of a voucher: nothing about its receiver.
CREATE FUNCTION voucher_event(of_company integer, of_voucher bigint) RETURNS json LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN (SELECT json_build_object('id', v.id, 'voucherType', v.voucher_type, 'posNumber', v.pos_number, 'voucherNumber', v.voucher_number,
    'voucherDate', v.voucher_date, 'cae', v.cae, 'caeExpirationDate', v.cae_expiration_date, 'totalAmount', v.total_amount::text,
    'currency', v.currency, 'idempotency', v.idempotency, 'externalReference', v.external_reference, 'production', v.production,
    'source', v.source, 'created', to_char(v.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  FROM public.voucher v WHERE v.id = $2);
END
$$;

-- The triggers run with their owner's rights. So no process may write an event of its own.
CREATE FUNCTION emit_voucher_events() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- OFFSET 0 makes PostgreSQL look at the index for each voucher, and not read the endpoints of all companies.
  PERFORM public.emit_event(a.company_id, a.production, CASE a.source WHEN 'rcel' THEN 'invoice.imported' ELSE 'invoice.issued' END,
    public.voucher_event(a.company_id, a.id))
  FROM added a
  WHERE EXISTS (SELECT FROM public.webhook w WHERE w.company_id = a.company_id AND w.production = a.production AND w.enabled OFFSET 0)
  ORDER BY a.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER emit_voucher_events AFTER INSERT ON voucher REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION emit_voucher_events();

-- Whoever waits for the key of a claimed voucher is told as of any voucher.
CREATE FUNCTION emit_adopted_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.emit_event(NEW.company_id, NEW.production, 'invoice.issued', public.voucher_event(NEW.company_id, NEW.id))
  WHERE public.webhooks_listen(NEW.company_id, NEW.production);
  RETURN NULL;
END
$$;
CREATE TRIGGER emit_adopted_event AFTER UPDATE OF issuance_id ON voucher FOR EACH ROW
  WHEN (OLD.issuance_id IS NULL AND NEW.issuance_id IS NOT NULL) EXECUTE FUNCTION emit_adopted_event();

CREATE FUNCTION emit_pdf_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.emit_event(NEW.company_id, NEW.production, 'invoice.pdf_ready', public.voucher_event(NEW.company_id, NEW.id))
  WHERE public.webhooks_listen(NEW.company_id, NEW.production);
  RETURN NULL;
END
$$;
CREATE TRIGGER emit_pdf_event AFTER UPDATE OF has_pdf ON voucher FOR EACH ROW WHEN (NEW.has_pdf AND NOT OLD.has_pdf)
  EXECUTE FUNCTION emit_pdf_event();

-- "recipient" is the place among the voucher's e-mails, from 1.
CREATE FUNCTION emit_mail_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.emit_event(v.company_id, v.production, 'invoice.email_' || NEW.state::text,
    (public.voucher_event(v.company_id, v.id)::jsonb || jsonb_build_object('recipient', NEW.slot))::json)
  FROM public.voucher v WHERE v.id = NEW.voucher_id AND public.webhooks_listen(v.company_id, v.production);
  RETURN NULL;
END
$$;
CREATE TRIGGER emit_mail_event AFTER UPDATE OF state ON recipient FOR EACH ROW
  WHEN (NEW.state <> OLD.state AND NEW.state IN ('sent', 'failed')) EXECUTE FUNCTION emit_mail_event();

-- It stays unconfirmed through renumbering and new places in the line, until it is settled or recorded anew.
CREATE FUNCTION mark_unconfirmed() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.unconfirmed := NEW.revision = OLD.revision;
  RETURN NEW;
END
$$;
CREATE TRIGGER mark_unconfirmed BEFORE UPDATE OF doubt, revision ON issuance FOR EACH ROW
  WHEN (NEW.doubt = 'unconfirmed' OR OLD.unconfirmed AND NEW.revision <> OLD.revision) EXECUTE FUNCTION mark_unconfirmed();

CREATE FUNCTION emit_unconfirmed_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.emit_event(NEW.company_id, NEW.production, 'invoice.unconfirmed', json_build_object('idempotency', NEW.idempotency,
    'posNumber', NEW.pos_number, 'voucherType', NEW.voucher_type, 'production', NEW.production))
  WHERE public.webhooks_listen(NEW.company_id, NEW.production);
  RETURN NULL;
END
$$;
CREATE TRIGGER emit_unconfirmed_event AFTER UPDATE OF doubt, revision ON issuance FOR EACH ROW WHEN (NEW.unconfirmed AND NOT OLD.unconfirmed)
  EXECUTE FUNCTION emit_unconfirmed_event();

CREATE FUNCTION emit_settled_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.state NOT IN ('queued', 'submitted') OR NEW.state IN ('queued', 'submitted') THEN
    RETURN NULL;
  END IF;
  PERFORM public.emit_event(NEW.company_id, NEW.production, 'invoice.settled', coalesce(
    (SELECT json_build_object('outcome', 'issued', 'idempotency', NEW.idempotency, 'id', v.id, 'voucher', public.voucher_event(v.company_id, v.id))
     FROM public.voucher v WHERE v.issuance_id = NEW.id),
    json_build_object('outcome', 'failed', 'idempotency', NEW.idempotency, 'voucher', NULL)))
  WHERE public.webhooks_listen(NEW.company_id, NEW.production);
  RETURN NULL;
END
$$;
CREATE TRIGGER emit_settled_event AFTER UPDATE OF state ON issuance FOR EACH ROW WHEN (OLD.unconfirmed) EXECUTE FUNCTION emit_settled_event();

CREATE FUNCTION emit_batch_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.emit_event(NEW.company_id, NEW.production, 'batch.finished', (
    SELECT json_build_object('id', NEW.id, 'name', NEW.name, 'state', CASE WHEN NEW.cancelled_at IS NULL THEN 'done' ELSE 'cancelled' END,
      'total', NEW.total, 'issued', count(*) FILTER (WHERE e.state = 'issued'), 'failed', count(*) FILTER (WHERE e.state = 'failed'),
      'created', to_char(NEW.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'finished', to_char(NEW.finished_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'production', NEW.production)
    FROM public.batch_element e WHERE e.batch_id = NEW.id))
  WHERE public.webhooks_listen(NEW.company_id, NEW.production);
  RETURN NULL;
END
$$;
CREATE TRIGGER emit_batch_event AFTER UPDATE OF finished_at ON batch FOR EACH ROW
  WHEN (OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL) EXECUTE FUNCTION emit_batch_event();

-- What the account is warned of. Without an environment it concerns both.
CREATE FUNCTION emit_warning_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.emit_event(NEW.company_id, e.production,
    CASE NEW.kind WHEN 'quota' THEN 'quota.warning' WHEN 'certificate' THEN 'certificate.expiring' WHEN 'report' THEN 'contingency.report_due'
      ELSE 'subscription.ending' END,
    (NEW.facts - 'kind')::json)
  FROM (VALUES (true), (false)) AS e(production)
  WHERE coalesce((NEW.facts ->> 'production')::boolean, e.production) = e.production AND public.webhooks_listen(NEW.company_id, e.production);
  RETURN NULL;
END
$$;
CREATE TRIGGER emit_warning_event AFTER INSERT ON warning FOR EACH ROW WHEN (NEW.kind IN ('quota', 'certificate', 'subscription', 'report'))
  EXECUTE FUNCTION emit_warning_event();

-- In the commit that records it, as every event.
CREATE FUNCTION emit_notice_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.emit_event(NEW.company_id, NEW.production, 'authority.notice', json_build_object('code', NEW.code,
    'message', NEW.message, 'service', NEW.service, 'environment', CASE WHEN NEW.production THEN 'production' ELSE 'homologation' END))
  WHERE public.webhooks_listen(NEW.company_id, NEW.production);
  RETURN NULL;
END
$$;
CREATE TRIGGER emit_notice_event AFTER INSERT ON authority_notice FOR EACH ROW EXECUTE FUNCTION emit_notice_event();

-- One that ended because this company alone was refused keeps why in "silence": then that is told, not why it began.
CREATE FUNCTION emit_contingency_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  before TIMESTAMPTZ := CASE TG_OP WHEN 'UPDATE' THEN OLD.active_since END;
  told public.contingency := CASE WHEN NEW.active_since IS NULL THEN OLD ELSE NEW END;
  refusal TEXT := CASE WHEN NEW.active_since IS NULL THEN NEW.silence ->> 'refusal' END;
BEGIN
  IF (before IS NULL) = (NEW.active_since IS NULL) THEN RETURN NULL; END IF;
  PERFORM public.emit_event(NEW.company_id, NEW.production,
    CASE WHEN before IS NULL THEN 'contingency.started' ELSE 'contingency.ended' END,
    json_build_object('since', to_char(told.active_since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'reason', coalesce('the tax authority refuses this company alone: ' || refusal, told.reason,
        'no answer from the tax authority since ' || (told.silence ->> 'since') || ': ' || coalesce(told.silence ->> 'cause', 'unknown')),
      'production', NEW.production))
  WHERE public.webhooks_listen(NEW.company_id, NEW.production);
  RETURN NULL;
END
$$;
CREATE TRIGGER emit_contingency_event AFTER INSERT OR UPDATE OF active_since ON contingency FOR EACH ROW EXECUTE FUNCTION emit_contingency_event();

CREATE TABLE audit_entry (
  id bigserial NOT NULL,
  company_id integer NOT NULL REFERENCES company ON UPDATE CASCADE ON DELETE RESTRICT,
  production boolean,
  action text COLLATE "C" NOT NULL,
  resource_id text COLLATE "C",
  actor_type text COLLATE "C" NOT NULL,
  actor_email text COLLATE "C",
  actor_api_key_id integer,
  before jsonb,
  after jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Which operator made a change at the command line.
  actor_name text,
  CONSTRAINT audit_entry_actor_known CHECK (actor_type IN ('user', 'apikey', 'admin', 'system')),
  CONSTRAINT audit_entry_actor_name_length CHECK (char_length(actor_name) BETWEEN 1 AND 64)
) PARTITION BY RANGE (created_at);
-- Within the 90 days by time, the default order too; action, alone or with resourceId.
CREATE INDEX audit_entry_created ON audit_entry (company_id, created_at, id);
CREATE INDEX audit_entry_action ON audit_entry (company_id, action, resource_id, id);
-- What has no month of its own (see "By months"), deleted row by row: the index of their age is here alone.
CREATE TABLE audit_entry_default PARTITION OF audit_entry (PRIMARY KEY (id)) DEFAULT;
CREATE INDEX audit_entry_default_age ON audit_entry_default USING brin (created_at);

-- An audit entry is never edited, and removed only once it is older than the log shows.
CREATE FUNCTION audit_entry_is_final() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR OLD.created_at > now() - interval '90 days' THEN
    RAISE EXCEPTION 'audit entry % is final: it can neither be edited nor deleted within 90 days', OLD.id;
  END IF;
  RETURN OLD;
END
$$;
CREATE TRIGGER audit_entry_is_final BEFORE UPDATE OR DELETE ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_entry_is_final();
CREATE TRIGGER audit_entry_is_kept BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION never_truncated();
CREATE TRIGGER audit_entry_is_kept BEFORE TRUNCATE ON audit_entry_default FOR EACH STATEMENT EXECUTE FUNCTION never_truncated();

-- The one way to delete audit entries row by row: old ones that are in no month.
CREATE FUNCTION purge_audit_entries(batch INTEGER) RETURNS INTEGER LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  purged INTEGER;
BEGIN
  DELETE FROM public.audit_entry_default WHERE id IN (
    SELECT id FROM public.audit_entry_default WHERE created_at < now() - public.retention_days('audit_entry') * interval '1 day' LIMIT batch);
  GET DIAGNOSTICS purged = ROW_COUNT;
  RETURN purged;
END
$$;

-- What a person does with their account stands in the audit log of each company that they have accepted, or of one alone. With its
-- owner's rights: the API's own statements write for one company at a time, and a sign-in is of none. Gives the person's id; NULL when
-- the address is nobody's, and then nothing is written.
CREATE FUNCTION record_user_event(address text, what text, more jsonb, only_company integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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

-- A new history moves the counters of our own tables alone. A table that somebody else made in this schema has another owner: to move its
-- counter is refused, and then no process could begin a new history.
CREATE FUNCTION begin_incarnation(seen INTEGER) RETURNS INTEGER LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  present INTEGER;
  id RECORD;
BEGIN
  LOCK TABLE public.database_incarnation IN SHARE UPDATE EXCLUSIVE MODE;
  present := public.current_incarnation();
  IF present <> 0 AND present IS DISTINCT FROM seen THEN
    RETURN present;
  END IF;
  IF seen IS NULL AND NOT EXISTS (SELECT FROM public.database_incarnation) THEN
    RAISE EXCEPTION 'the row of database_incarnation is missing: load it, or say that the database was restored';
  END IF;
  present := 1048576 + floor(random() * 2146435071)::int;
  INSERT INTO public.database_incarnation AS l (first_incarnation, incarnation, database_id, server_timeline, written_by)
    VALUES (0, present, public.database_id(), public.server_timeline(), pg_current_xact_id())
    ON CONFLICT ("only") DO UPDATE SET incarnation = excluded.incarnation, earlier = (l.incarnation || l.earlier)[:200],
      database_id = excluded.database_id, server_timeline = excluded.server_timeline, written_by = excluded.written_by;
  IF EXISTS (SELECT FROM public.issuance) OR EXISTS (SELECT FROM public.voucher) THEN
    FOR id IN
      SELECT s.seqrelid AS counter, coalesce(pg_sequence_last_value(s.seqrelid), 0) AS last,
        CASE WHEN s.seqtypid = 'integer'::regtype THEN 2147483647 ELSE 9007199254740991 END AS most,
        CASE WHEN s.seqtypid = 'integer'::regtype THEN 1000 * (1 + floor(random() * 8)) ELSE 4294967296 * (1 + floor(random() * 128)) END AS step
      FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid AND c.relnamespace = 'public'::regnamespace
        AND c.relowner = (SELECT relowner FROM pg_class WHERE oid = 'public.database_incarnation'::regclass)
      WHERE EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.refobjsubid > 0 AND d.deptype IN ('a', 'i'))
    LOOP
      PERFORM setval(id.counter::regclass, id.last + greatest(1, least(id.step, (id.most - id.last) / 16))::bigint);
    END LOOP;
  END IF;
  RETURN present;
END
$$;

-- For whoever may only notice a way back, and not say so of its own.
CREATE FUNCTION detect_database_loss() RETURNS INTEGER LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT public.begin_incarnation(NULL)
$$;

-- No commit of the sequence can be missing: it was verified on the present history.
CREATE FUNCTION is_verified(s sequence) RETURNS BOOLEAN LANGUAGE sql VOLATILE
  RETURN NOT (s).unverified AND (s).incarnation IS NOT DISTINCT FROM public.current_incarnation();

-- A voucher with these has the date, the receiver, the total and the currency that were declared.
CREATE FUNCTION is_of_sale(declared JSONB, voucher_date TEXT, doc_type INTEGER, doc_number TEXT, total NUMERIC, currency TEXT)
  RETURNS BOOLEAN LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN voucher_date = declared ->> 'voucherDate' AND doc_type = (declared ->> 'docType')::int AND trim(doc_number) = declared ->> 'docNumber'
    AND total = (declared ->> 'total')::numeric AND currency = declared ->> 'currency';

-- A request under the freed number may still bring its key a voucher, or has. That ends by evidence about the voucher, never by a count: it has a
-- key, or it is another sale's in receiver, date, total or currency. An imported one without a key that equals what was declared ends nothing.
CREATE FUNCTION is_in_doubt(f freed_number) RETURNS BOOLEAN LANGUAGE sql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT f.compared_at IS NULL AND NOT EXISTS (SELECT FROM public.sequence s
    JOIN public.voucher v ON v.company_id = s.company_id AND v.production = s.production AND v.pos_number = s.pos_number
      AND v.voucher_type = s.voucher_type AND v.voucher_number = f.number
    WHERE s.id = f.sequence_id AND (v.issuance_id IS NOT NULL
      OR NOT public.is_of_sale(f.declared, v.voucher_date, v.doc_type, v.doc_number, v.total_amount, v.currency)))
$$;

-- The database lost the commits of an attempt of the key, and one of these vouchers may be the key's, while no look-up under a later number
-- shows it. Vouchers without a key were made since: in its own sequence, under CAEA for one of its type, or anywhere in the company where the
-- database may have forgotten it. Or numbers are missing, as a person said since or as a forgotten sequence shows, and not each of them is known.
CREATE FUNCTION may_be_imported(issuance_id BIGINT) RETURNS BOOLEAN LANGUAGE sql VOLATILE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM public.issuance i
    WHERE i.id = $1 AND (i.suspect_since IS NOT NULL OR i.incarnation <> public.current_incarnation()) AND (
      EXISTS (SELECT FROM public.voucher v WHERE v.company_id = i.company_id AND v.production = i.production AND v.issuance_id IS NULL
        AND v.created_at >= least(i.suspect_since, i.enqueued_at) - interval '10 minutes'
        AND (v.while_unverified OR v.voucher_type = i.voucher_type AND (v.pos_number = i.pos_number OR v.caea)))
      OR EXISTS (SELECT FROM public.sequence s WHERE s.company_id = i.company_id AND s.production = i.production
        AND s.missing_at >= least(i.suspect_since, i.enqueued_at) - interval '10 minutes'
        AND (s.voucher_type = i.voucher_type OR NOT EXISTS (SELECT FROM public.point_of_sale p WHERE p.company_id = s.company_id
          AND p.production = s.production AND p.number = s.pos_number AND p.authorized_by = 'CAEA'))
        AND (SELECT count(*) FROM public.voucher v WHERE v.company_id = s.company_id AND v.production = s.production
          AND v.pos_number = s.pos_number AND v.voucher_type = s.voucher_type
          AND v.voucher_number BETWEEN s.missing_from AND s.missing_to) <= s.missing_to - s.missing_from)))
$$;

-- The database lost the commits of an attempt of the key. It may have been sent in them for another numbering of the company, which is not verified
-- since: a voucher there would not be seen where the key is sent now. Of those under CAEA this is for what could have gone there, of whatever type.
CREATE FUNCTION others_unverified(issuance_id BIGINT) RETURNS BOOLEAN LANGUAGE sql VOLATILE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM public.issuance i
    JOIN public.sequence s ON s.company_id = i.company_id AND s.production = i.production
    WHERE i.id = $1 AND (i.suspect_since IS NOT NULL OR i.incarnation <> public.current_incarnation())
      AND (s.pos_number, s.voucher_type) <> (i.pos_number, i.voucher_type) AND NOT public.is_verified(s)
      AND (s.last_number IS NOT NULL AND i.voucher_type NOT IN (51, 52, 53) AND i.voucher_type NOT BETWEEN 201 AND 213
        OR NOT EXISTS (SELECT FROM public.point_of_sale p WHERE p.company_id = s.company_id AND p.production = s.production
          AND p.number = s.pos_number AND p.authorized_by = 'CAEA')))
$$;

-- Either of the two. First what a verification ends, then what the import before it began: between two looks both may be committed.
CREATE FUNCTION may_be_hidden(issuance_id BIGINT) RETURNS BOOLEAN LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF public.others_unverified($1) THEN
    RETURN true;
  END IF;
  RETURN public.may_be_imported($1);
END
$$;

-- A voucher of the key may exist that nothing here shows: a freed number of it is in doubt, or the database lost the commits of an attempt. The
-- latter is over once every sequence of the company is verified, the key's own among them, and no voucher without a key was imported that was
-- made since the attempt, or may be the key's. Ten minutes are for the authority's clock.
CREATE FUNCTION is_suspect(issuance_id BIGINT) RETURNS BOOLEAN LANGUAGE sql VOLATILE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM public.issuance i WHERE i.id = $1 AND (
    EXISTS (SELECT FROM public.freed_number f WHERE f.issuance_id = i.id AND public.is_in_doubt(f))
    OR (i.suspect_since IS NOT NULL OR i.incarnation <> public.current_incarnation()) AND (
      EXISTS (SELECT FROM public.sequence s WHERE s.company_id = i.company_id AND s.production = i.production AND NOT public.is_verified(s))
      OR NOT EXISTS (SELECT FROM public.sequence s WHERE s.company_id = i.company_id AND s.production = i.production
        AND s.pos_number = i.pos_number AND s.voucher_type = i.voucher_type)
      OR EXISTS (SELECT FROM public.voucher v WHERE v.company_id = i.company_id AND v.production = i.production AND v.issuance_id IS NULL
        AND v.created_at >= least(i.suspect_since, i.enqueued_at) - interval '10 minutes')
      OR public.may_be_imported(i.id))))
$$;

-- The database lost the commits of an attempt of the key, which may have been issued under CAEA in them: nothing is asked for before a
-- person has said of every sequence there which numbers are missing. Credit invoices and vouchers under withholding never go out under CAEA,
-- and nobody asks for their numbers there: their keys would wait for ever.
CREATE FUNCTION awaits_verification(issuance_id BIGINT) RETURNS BOOLEAN LANGUAGE sql VOLATILE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM public.issuance i
    JOIN public.point_of_sale p ON p.company_id = i.company_id AND p.production = i.production AND p.authorized_by = 'CAEA'
    WHERE i.id = $1 AND i.voucher_type NOT IN (51, 52, 53) AND i.voucher_type NOT BETWEEN 201 AND 213
      AND (i.suspect_since IS NOT NULL OR i.incarnation <> public.current_incarnation())
      AND NOT EXISTS (SELECT FROM public.sequence s WHERE s.company_id = i.company_id AND s.production = i.production
        AND s.pos_number = p.number AND s.voucher_type = i.voucher_type AND s.last_number IS NOT NULL AND public.is_verified(s)))
$$;

-- The counters of ids, with the part of each that is left. Of 64 bits JavaScript holds 53.
CREATE FUNCTION counters_left() RETURNS TABLE (counter text, "left" float8)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT c.relname::text, 1 - coalesce(pg_sequence_last_value(s.seqrelid), 0)::float8 / least(s.seqmax, 9007199254740991)
  FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid AND c.relnamespace = 'public'::regnamespace
$$;

-- A role can take any number of PostgreSQL's advisory locks, and hold up whoever waits for one. So what may not happen twice at once waits
-- for rows and tables on which no process has a right.

-- The table as a whole: sums of vouchers and months, one of them at a time. A row: the credits of the vouchers whose ids end in its slot, or
-- one point of sale.
CREATE TABLE work_lock (slot integer PRIMARY KEY);
INSERT INTO work_lock SELECT generate_series(0, 255);

-- Until the transaction ends. False when another one has it. Nothing is written.
CREATE FUNCTION holds_upkeep() RETURNS BOOLEAN LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  LOCK TABLE public.work_lock IN SHARE UPDATE EXCLUSIVE MODE NOWAIT;
  RETURN true;
EXCEPTION
  WHEN lock_not_available THEN RETURN false;
END
$$;

-- Waits, and holds it until the transaction ends. A transaction takes one.
CREATE FUNCTION hold_slot(number BIGINT) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM public.work_lock w WHERE w.slot = (number & 255)::int FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'rows of work_lock are missing: INSERT INTO work_lock SELECT generate_series(0, 255) ON CONFLICT DO NOTHING';
  END IF;
END
$$;

-- The credits of a voucher wait for each other. With its owner's rights: to lock a row is to be allowed to change it.
CREATE FUNCTION hold_credits(of_voucher BIGINT) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.hold_slot(of_voucher);
END
$$;

-- Whether another company uses it, which the asking one cannot see. Who asks next waits for the end of this transaction.
CREATE FUNCTION point_of_sale_is_others(company INTEGER, environment BOOLEAN, pos INTEGER) RETURNS BOOLEAN LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM public.hold_slot(hashtext(c.cuit || environment || pos)) FROM public.company c WHERE c.id = company;
  RETURN EXISTS (SELECT FROM public.company c JOIN public.point_of_sale p ON p.cuit = c.cuit AND p.production = environment
    AND p.number = pos AND p.enabled AND p.company_id <> c.id WHERE c.id = company);
END
$$;

-- By months. What is kept for some days stands in a partition for each month, by `created_at` and in UTC. A month goes as a whole, by DROP, when
-- the last of its days is over; until then readers leave out what is older than promised. See shared/db/migrate/months.ts.
--
-- Each table has a default partition as well. It takes what has no month of its own: the rows of a month that nobody made in time, or those that
-- were loaded. So no insert ever waits for a sweep. What is in there is deleted row by row. A month that has rows in there gets no partition: to
-- move them would hold up who writes.
--
-- `id` is unique in each partition by its primary key, and in all of them by the one sequence that gives it. A key of the whole table would
-- have to hold `created_at`, and would promise less.

-- How long the rows of a table are kept. It is the only place that says when a month may go: no caller can ask for less.
CREATE FUNCTION retention_days(kind text) RETURNS integer LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  CASE kind
    WHEN 'exchange' THEN RETURN 90;
    -- A week more than the log shows, so that a listing of its last day is whole.
    WHEN 'audit_entry' THEN RETURN 97;
    WHEN 'webhook_delivery' THEN RETURN 30;
    ELSE RAISE EXCEPTION '% has no months', kind USING ERRCODE = 'invalid_parameter_value';
  END CASE;
END
$$;

-- The months of a table that have a partition, and when each ends.
CREATE FUNCTION months_of(kind text) RETURNS TABLE (name text, ends timestamptz) LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp SET datestyle = 'ISO' SET timezone = 'UTC' AS $$
  SELECT c.relname::text, substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''(.+)''\)$')::timestamptz
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = format('public.%I', kind)::regclass AND c.relname <> kind || '_default'
$$;

-- Attaching, other than CREATE TABLE … PARTITION OF, locks nobody out of the table.
CREATE FUNCTION make_month(kind text, month timestamp) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  name text := kind || to_char(month, '_YYYY_MM');
BEGIN
  EXECUTE format('CREATE TABLE public.%I (LIKE public.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE, PRIMARY KEY (id))', name, kind);
  EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)', kind, name,
    to_char(month, 'YYYY-MM-DD 00:00:00+00'), to_char(month + interval '1 month', 'YYYY-MM-DD 00:00:00+00'));
  -- Triggers for each row come with the table. One for a statement must be given to each partition.
  IF kind = 'audit_entry' THEN
    EXECUTE format('CREATE TRIGGER audit_entry_is_kept BEFORE TRUNCATE ON public.%I FOR EACH STATEMENT EXECUTE FUNCTION public.never_truncated()', name);
  END IF;
END
$$;

-- Makes the partitions of this month and the next two, where they are missing. Gives how many. With its owner's rights: no process may make
-- tables. Whoever writes waits for 50 ms at most: what cannot be had by then is for the next call.
CREATE FUNCTION make_months(kind text) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET lock_timeout = '50ms' AS $$
DECLARE
  this_month timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
  month timestamp;
  has_rows boolean;
  -- Attaching reads the whole default partition, and whoever writes waits for that. A large one is purged row by row first.
  is_large boolean;
  made integer := 0;
BEGIN
  PERFORM public.retention_days(kind);
  IF NOT public.holds_upkeep() THEN
    RETURN 0;
  END IF;
  is_large := pg_relation_size(format('public.%I', kind || '_default')) > 64 * 1024 * 1024;
  FOR month IN SELECT generate_series(this_month, this_month + interval '2 months', interval '1 month') LOOP
    CONTINUE WHEN to_regclass(format('public.%I', kind || to_char(month, '_YYYY_MM'))) IS NOT NULL;
    EXECUTE format('SELECT EXISTS (SELECT FROM public.%I WHERE created_at >= $1 AND created_at < $2)', kind || '_default')
      INTO has_rows USING month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC';
    CONTINUE WHEN has_rows OR is_large;
    BEGIN
      -- Else a row that is on its way to the default partition would be refused there, once the month has its own.
      EXECUTE format('LOCK TABLE ONLY public.%I IN SHARE ROW EXCLUSIVE MODE', kind);
      PERFORM public.make_month(kind, month);
      made := made + 1;
    EXCEPTION
      -- A row of the month came into the default partition meanwhile.
      WHEN check_violation THEN CONTINUE;
      WHEN lock_not_available THEN EXIT;
    END;
  END LOOP;
  RETURN made;
END
$$;

-- Drops the oldest month whose last day is no longer kept, and gives its name; NULL when there is none, or when it is in use: then nobody who
-- writes has waited for more than 50 ms, and the next call tries again. With its owner's rights, and at one thing only: what it may drop
-- is said by `retention_days` and by the bounds of the partition, and not by its caller.
CREATE FUNCTION drop_past_month(kind text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET lock_timeout = '50ms' AS $$
DECLARE
  kept interval := make_interval(hours => 24 * public.retention_days(kind));
  past text;
BEGIN
  IF NOT public.holds_upkeep() THEN
    RETURN NULL;
  END IF;
  SELECT m.name INTO past FROM public.months_of(kind) AS m WHERE m.ends <= now() - kept ORDER BY m.ends LIMIT 1;
  IF past IS NOT NULL THEN
    EXECUTE format('DROP TABLE public.%I', past);
  END IF;
  RETURN past;
EXCEPTION
  WHEN lock_not_available THEN RETURN NULL;
END
$$;

-- Whoever may delete from a table, or change all of it, may lock it as a whole, and every sale waits. So no process's role has that right on a
-- table that a sale of another process reads or writes: it changes columns, and removes old rows by these functions.

-- Listeners that nobody saw for a month, deliveries that are in no month, and those that wait for nobody any more: at most so many of each.
-- Gives how many deliveries.
CREATE FUNCTION purge_webhook_deliveries(batch INTEGER) RETURNS INTEGER LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  kept interval := make_interval(days => public.retention_days('webhook_delivery'));
  old INTEGER;
  waiting INTEGER;
BEGIN
  DELETE FROM public.webhook WHERE listening_until < now() - kept;
  DELETE FROM public.webhook_delivery_default WHERE id IN (
    SELECT id FROM public.webhook_delivery_default WHERE created_at < now() - kept LIMIT batch);
  GET DIAGNOSTICS old = ROW_COUNT;
  DELETE FROM public.webhook_delivery WHERE (id, created_at) IN (
    SELECT d.id, d.created_at FROM public.webhook_delivery d LEFT JOIN public.webhook w ON w.id = d.webhook_id
    WHERE d.state = 'pending' AND (w.id IS NULL OR w.listening_until < now() - interval '1 hour' OR d.created_at < now() - kept) LIMIT batch);
  GET DIAGNOSTICS waiting = ROW_COUNT;
  RETURN old + waiting;
END
$$;

-- Exchanges with the authority that are in no month. Gives how many.
CREATE FUNCTION purge_exchanges(batch INTEGER) RETURNS INTEGER LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  purged INTEGER;
BEGIN
  DELETE FROM public.exchange_default WHERE id IN (
    SELECT id FROM public.exchange_default WHERE created_at < now() - make_interval(days => public.retention_days('exchange'))
    ORDER BY created_at LIMIT batch);
  GET DIAGNOSTICS purged = ROW_COUNT;
  RETURN purged;
END
$$;

-- Freed numbers that are old and whose doubt is over: by evidence, or because the sequence has passed them and their key has its voucher.
CREATE FUNCTION purge_freed_numbers() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM public.freed_number f USING public.sequence s
  WHERE s.id = f.sequence_id AND f.number <= s.last_number AND f.created_at < now() - interval '90 days'
    AND (NOT public.is_in_doubt(f) OR EXISTS (SELECT FROM public.issuance i WHERE i.id = f.issuance_id AND i.state = 'approved'));
END
$$;

-- Sessions of people that ended by themselves.
CREATE FUNCTION purge_sessions() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM public.person_session WHERE last_used_at < now() - interval '12 hours';
END
$$;

-- One webhook of a company. Its deliveries are left to the purge.
CREATE FUNCTION delete_webhook(of_company INTEGER, of_production BOOLEAN, of_webhook INTEGER) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM public.webhook w WHERE w.id = of_webhook AND w.company_id = of_company AND w.production = of_production;
END
$$;

REVOKE EXECUTE ON FUNCTION purge_audit_entries(integer), record_user_event(text, text, jsonb, integer), fold_voucher_counts(integer),
  webhooks_listen(integer, boolean), emit_event(integer, boolean, text, json), voucher_event(integer, bigint),
  begin_incarnation(integer), detect_database_loss(), is_suspect(bigint), may_be_imported(bigint), others_unverified(bigint),
  may_be_hidden(bigint), awaits_verification(bigint), counters_left(), make_month(text, timestamp), make_months(text), drop_past_month(text),
  hold_credits(bigint), hold_slot(bigint), holds_upkeep(), point_of_sale_is_others(integer, boolean, integer), set_cuit(),
  purge_webhook_deliveries(integer), purge_exchanges(integer), purge_freed_numbers(), purge_sessions(),
  delete_webhook(integer, boolean, integer) FROM PUBLIC;

-- A second wall around each company and environment. The API reads and writes these views in place of the tables: its connections
-- have this schema first in their search path. A view shows the rows of the tenant that the statement was sent for, and accepts no
-- others. A statement that forgot its tenant finds nothing.
--
-- Why views and not row-level security: policies hold indexes of numbers back (their comparisons are not leakproof), and do not
-- bind the owner, as who most small installations connect.

CREATE SCHEMA tenant;

-- The tenant of the statement. NULL without one: then no row is the tenant's.
CREATE FUNCTION tenant.own_company() RETURNS INTEGER LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('talonario.company', true), '')::int;
CREATE FUNCTION tenant.own_environment() RETURNS BOOLEAN LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('talonario.production', true), '')::boolean;

-- What belongs to a company.
CREATE VIEW tenant.company AS SELECT * FROM public.company WHERE id = tenant.own_company() WITH CHECK OPTION;
CREATE VIEW tenant.subscription AS SELECT * FROM public.subscription WHERE company_id = tenant.own_company() WITH CHECK OPTION;
CREATE VIEW tenant.checkout AS SELECT * FROM public.checkout WHERE company_id = tenant.own_company() WITH CHECK OPTION;
CREATE VIEW tenant.payment AS SELECT * FROM public.payment WHERE company_id = tenant.own_company() WITH CHECK OPTION;
CREATE VIEW tenant.usage_period AS SELECT * FROM public.usage_period WHERE company_id = tenant.own_company() WITH CHECK OPTION;
-- The API records that fiscal data changed, and no other warning: of those that end up in a signed event of a webhook it could choose the words.
CREATE VIEW tenant.warning AS SELECT * FROM public.warning
  WHERE company_id = tenant.own_company() AND kind = 'fiscaldata' WITH CHECK OPTION;
CREATE VIEW tenant.membership AS SELECT * FROM public.membership
  WHERE company_id = tenant.own_company() WITH CHECK OPTION;
CREATE VIEW tenant.invitation_count AS SELECT * FROM public.invitation_count
  WHERE company_id = tenant.own_company() WITH CHECK OPTION;

-- An entry without an environment concerns both.
CREATE VIEW tenant.audit_entry AS SELECT * FROM public.audit_entry
  WHERE company_id = tenant.own_company() AND (production IS NULL OR production = tenant.own_environment()) WITH CHECK OPTION;

-- What belongs to a company in one environment.
CREATE VIEW tenant.certificate AS SELECT * FROM public.certificate
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;
CREATE VIEW tenant.certificate_in_force AS SELECT * FROM public.certificate_in_force
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment();
CREATE VIEW tenant.point_of_sale AS SELECT * FROM public.point_of_sale
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;
CREATE VIEW tenant.api_key AS SELECT * FROM public.api_key
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;
CREATE VIEW tenant.sequence AS SELECT * FROM public.sequence
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;
CREATE VIEW tenant.issuance AS SELECT * FROM public.issuance
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;
CREATE VIEW tenant.authority_notice AS SELECT * FROM public.authority_notice
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;
CREATE VIEW tenant.voucher AS SELECT * FROM public.voucher
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;
CREATE VIEW tenant.voucher_note AS SELECT * FROM public.voucher_note
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;
CREATE VIEW tenant.issuer_request AS SELECT * FROM public.issuer_request
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;
CREATE VIEW tenant.mail_count AS SELECT * FROM public.mail_count
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;
CREATE VIEW tenant.webhook AS SELECT * FROM public.webhook
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;
CREATE VIEW tenant.webhook_delivery AS SELECT * FROM public.webhook_delivery
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;
CREATE VIEW tenant.batch AS SELECT * FROM public.batch
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;
CREATE VIEW tenant.batch_element AS SELECT * FROM public.batch_element
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;
CREATE VIEW tenant.caea AS SELECT * FROM public.caea
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;
CREATE VIEW tenant.contingency AS SELECT * FROM public.contingency
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;
CREATE VIEW tenant.caea_report AS SELECT * FROM public.caea_report
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;
CREATE VIEW tenant.caea_unused AS SELECT * FROM public.caea_unused
  WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;

-- What belongs to a voucher or an endpoint.
CREATE VIEW tenant.recipient AS SELECT * FROM public.recipient r
  WHERE company_id = tenant.own_company() AND EXISTS (SELECT FROM tenant.voucher v WHERE v.id = r.voucher_id) WITH CHECK OPTION;
CREATE VIEW tenant.pdf AS SELECT * FROM public.pdf p
  WHERE company_id = tenant.own_company() AND EXISTS (SELECT FROM tenant.voucher v WHERE v.id = p.voucher_id) WITH CHECK OPTION;
CREATE VIEW tenant.print_attempt AS SELECT * FROM public.print_attempt p
  WHERE company_id = tenant.own_company() AND EXISTS (SELECT FROM tenant.voucher v WHERE v.id = p.voucher_id) WITH CHECK OPTION;
-- LOCK TABLE of a view locks what its text names as well, by the view's owner's right. The API deletes secrets through this one, so it could hold
-- webhook too, which every sale reads. A function's body is not the view's text.
CREATE FUNCTION tenant.owns_webhook(id INTEGER) RETURNS BOOLEAN LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM tenant.webhook w WHERE w.id = owns_webhook.id);
CREATE VIEW tenant.webhook_secret AS SELECT * FROM public.webhook_secret s
  WHERE tenant.owns_webhook(s.webhook_id) WITH CHECK OPTION;

-- The sums, and each noted voucher as a sum of one. One branch for each span and step: a statement names the one that it reads, and
-- PostgreSQL leaves out the others.
CREATE VIEW tenant.voucher_count AS
  SELECT * FROM public.voucher_count WHERE company_id = tenant.own_company() AND production = tenant.own_environment()
  UNION ALL SELECT company_id, production, 'all'::text COLLATE "C", ''::text COLLATE "C", pos_number, voucher_type, doc_type,
    CASE WHEN doc_type = 99 AND doc_number = '0' THEN doc_number END, status, source, api_key_id, 1, id, id, created_at, created_at
  FROM public.voucher_count_pending WHERE company_id = tenant.own_company() AND production = tenant.own_environment()
  UNION ALL SELECT company_id, production, 'month'::text COLLATE "C", left(voucher_date, 6) COLLATE "C", pos_number, voucher_type, doc_type,
    CASE WHEN doc_type = 99 AND doc_number = '0' THEN doc_number END, status, source, api_key_id, 1, id, id, created_at, created_at
  FROM public.voucher_count_pending WHERE company_id = tenant.own_company() AND production = tenant.own_environment()
  UNION ALL SELECT company_id, production, 'day'::text COLLATE "C", voucher_date COLLATE "C", pos_number, voucher_type, doc_type,
    CASE WHEN doc_type = 99 AND doc_number = '0' THEN doc_number END, status, source, api_key_id, 1, id, id, created_at, created_at
  FROM public.voucher_count_pending WHERE company_id = tenant.own_company() AND production = tenant.own_environment();
CREATE VIEW tenant.voucher_bucket AS
  SELECT * FROM public.voucher_bucket WHERE company_id = tenant.own_company() AND production = tenant.own_environment()
  UNION ALL SELECT company_id, production, 'created_at'::text COLLATE "C", floor(date_part('epoch', created_at) / 86400)::bigint * 86400000000, voucher_type, 1, id, id, voucher_date, voucher_date
  FROM public.voucher_count_pending WHERE company_id = tenant.own_company() AND production = tenant.own_environment()
  UNION ALL SELECT company_id, production, 'created_at/32'::text COLLATE "C", (floor(date_part('epoch', created_at) / 86400)::bigint >> 5) * 32 * 86400000000, voucher_type, 1, id, id, voucher_date, voucher_date
  FROM public.voucher_count_pending WHERE company_id = tenant.own_company() AND production = tenant.own_environment()
  UNION ALL SELECT company_id, production, 'id'::text COLLATE "C", id / 16384 * 16384, voucher_type, 1, id, id, voucher_date, voucher_date
  FROM public.voucher_count_pending WHERE company_id = tenant.own_company() AND production = tenant.own_environment()
  UNION ALL SELECT company_id, production, 'id/16'::text COLLATE "C", id / 262144 * 262144, voucher_type, 1, id, id, voucher_date, voucher_date
  FROM public.voucher_count_pending WHERE company_id = tenant.own_company() AND production = tenant.own_environment()
  UNION ALL SELECT company_id, production, 'total_amount'::text COLLATE "C", trunc(total_amount, least(0, 2 - length(trunc(total_amount)::text)))::bigint * 100, voucher_type, 1, id, id, voucher_date, voucher_date
  FROM public.voucher_count_pending WHERE company_id = tenant.own_company() AND production = tenant.own_environment()
  UNION ALL SELECT company_id, production, 'voucher_date'::text COLLATE "C", (voucher_date::date - date '1970-01-01')::bigint, voucher_type, 1, id, id, voucher_date, voucher_date
  FROM public.voucher_count_pending WHERE company_id = tenant.own_company() AND production = tenant.own_environment()
  UNION ALL SELECT company_id, production, 'voucher_date/32'::text COLLATE "C", ((voucher_date::date - date '1970-01-01') >> 5)::bigint * 32, voucher_type, 1, id, id, voucher_date, voucher_date
  FROM public.voucher_count_pending WHERE company_id = tenant.own_company() AND production = tenant.own_environment();

-- What is the same for all: plans, the public halves of the issuers' and mailers' keys, the law, and what the authority tells all alike.
CREATE VIEW tenant.plan AS SELECT * FROM public.plan;
CREATE VIEW tenant.sealing_key AS SELECT * FROM public.sealing_key;
CREATE VIEW tenant.webhook_key AS SELECT * FROM public.webhook_key;
CREATE VIEW tenant.rule_date_override AS SELECT * FROM public.rule_date_override;
CREATE VIEW tenant.monotributo_caps AS SELECT * FROM public.monotributo_caps;
CREATE VIEW tenant.sircip_period AS SELECT * FROM public.sircip_period;
CREATE VIEW tenant.sircip_taxpayer AS SELECT * FROM public.sircip_taxpayer;
CREATE VIEW tenant.sircip_province AS SELECT * FROM public.sircip_province;
CREATE VIEW tenant.cached_answer WITH (security_barrier) AS
  SELECT name, production, answer, answered_at, cached_until FROM public.issuer_request
  WHERE name LIKE 'table:%' OR name LIKE 'quotation:%';

-- What the API never needs, or reads for nobody in particular and names with its schema. These views answer nothing, so that no statement
-- falls through to the tables.
CREATE VIEW tenant.ticket AS SELECT * FROM public.ticket WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.exchange AS SELECT * FROM public.exchange WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.freed_number AS SELECT * FROM public.freed_number WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.issuer_reachability AS SELECT * FROM public.issuer_reachability WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.sequence_lease AS SELECT * FROM public.sequence_lease WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.database_incarnation AS SELECT * FROM public.database_incarnation WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.number_check AS SELECT * FROM public.number_check WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.voucher_count_pending AS SELECT * FROM public.voucher_count_pending WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.person AS SELECT * FROM public.person WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.person_session AS SELECT * FROM public.person_session WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.person_link AS SELECT * FROM public.person_link WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.person_mail AS SELECT * FROM public.person_mail WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.sign_in_failure AS SELECT * FROM public.sign_in_failure WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.api_secret AS SELECT * FROM public.api_secret WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.serving_process AS SELECT * FROM public.serving_process WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.watermark_key AS SELECT * FROM public.watermark_key WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.watermark_state AS SELECT * FROM public.watermark_state WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.work_lock AS SELECT * FROM public.work_lock WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.payment_notice AS SELECT * FROM public.payment_notice WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.payment_watch AS SELECT * FROM public.payment_watch WHERE false WITH CHECK OPTION;

-- What the API's role may not do even with a statement of its own: sign an event that never was, write in the audit log for others or of
-- another day. The column grants are in process-grants.ts.

-- Events are recorded by triggers, with their owner's rights. Whoever has no right to the table itself came by the view.
CREATE FUNCTION delivery_by_view() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF has_table_privilege('public.webhook_delivery', 'INSERT') THEN RETURN NEW; END IF;
  IF NEW.type <> 'ping' OR NEW.body !~ format('^\{"type":"ping","timestamp":"[0-9TZ:.-]{1,30}","data":\{"webhookId":%s,"production":%s\}\}$',
      NEW.webhook_id, CASE WHEN NEW.production THEN 'true' ELSE 'false' END)
    OR NOT EXISTS (SELECT FROM tenant.webhook w WHERE w.id = NEW.webhook_id AND w.company_id = NEW.company_id AND w.production = NEW.production) THEN
    RAISE EXCEPTION '% records a ping alone', current_user USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER delivery_by_view BEFORE INSERT ON webhook_delivery FOR EACH ROW EXECUTE FUNCTION delivery_by_view();

-- Keys and people write there; operators and the service itself have the right to the table.
CREATE FUNCTION audit_entry_by_view() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF has_table_privilege('public.audit_entry', 'INSERT') THEN RETURN NEW; END IF;
  NEW.created_at := now();
  IF NEW.actor_name IS NULL AND (CASE NEW.actor_type
      WHEN 'user' THEN NEW.actor_email IS NOT NULL AND NEW.actor_api_key_id IS NULL
      WHEN 'apikey' THEN NEW.actor_email IS NULL
        AND EXISTS (SELECT FROM tenant.api_key k WHERE k.id = NEW.actor_api_key_id AND k.company_id = NEW.company_id)
      ELSE false END) THEN RETURN NEW; END IF;
  RAISE EXCEPTION '% writes no entry of % here', current_user, NEW.actor_type USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER audit_entry_by_view BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_entry_by_view();

SELECT make_months('exchange'), make_months('audit_entry'), make_months('webhook_delivery');
