-- The people who use the web application, what they may do in which company, and their sessions.

CREATE TYPE person_role AS ENUM ('owner', 'issuer', 'reader');

CREATE TABLE person (
  id serial PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  name text,
  -- NULL until the person chose one.
  password text,
  password_changed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE membership (
  person_id integer NOT NULL REFERENCES person ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  role person_role NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (person_id, company_id)
);
CREATE INDEX membership_company ON membership (company_id);

-- A session is known by the hash of its cookie.
CREATE TABLE person_session (
  id serial PRIMARY KEY,
  person_id integer NOT NULL REFERENCES person ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  address text,
  agent text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  seen_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX person_session_person ON person_session (person_id);
CREATE INDEX person_session_seen ON person_session (seen_at);

-- A link by which a person sets a password, known by the hash of its secret. Used once.
CREATE TABLE person_link (
  token_hash bytea PRIMARY KEY,
  person_id integer NOT NULL REFERENCES person ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX person_link_person ON person_link (person_id);

-- Mails to people. The mailer makes the secret of a link when it sends it, so none waits here.
CREATE TABLE person_mail (
  id serial PRIMARY KEY,
  person_id integer NOT NULL REFERENCES person ON DELETE CASCADE,
  -- The company that invites.
  company_id integer REFERENCES company,
  kind text NOT NULL CHECK (kind IN ('invite', 'reset', 'password-changed')),
  state recipient_state NOT NULL DEFAULT 'due',
  smtp_response text,
  attempts integer NOT NULL DEFAULT 0,
  lost_answers integer NOT NULL DEFAULT 0,
  in_hand boolean NOT NULL DEFAULT false,
  due_at timestamptz(3) NOT NULL DEFAULT now(),
  sent_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX person_mail_due ON person_mail (due_at) WHERE state = 'due';

-- Failed sign-ins by the name that was typed, whether or not there is such a person.
CREATE TABLE sign_in_failure (
  email text PRIMARY KEY,
  failures integer NOT NULL,
  failed_at timestamptz(3) NOT NULL,
  locked_until timestamptz(3)
);
CREATE INDEX sign_in_failure_failed ON sign_in_failure (failed_at);

-- A company's own people.
CREATE VIEW "tenant"."membership" AS SELECT * FROM "public"."membership"
  WHERE company_id = tenant.own_company() WITH CHECK OPTION;
