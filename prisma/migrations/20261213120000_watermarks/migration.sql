-- A watermark is how far the database had got, kept outside it. Only what is signed with this key can begin another history. The key lies in
-- the database, so that a copy that is put back has it, and whoever can write to Redis or to the storage has not.
CREATE TABLE watermark_key (
  "only" boolean PRIMARY KEY DEFAULT true,
  key bytea NOT NULL,
  CONSTRAINT watermark_key_only CHECK ("only"),
  CONSTRAINT watermark_key_length CHECK (octet_length(key) = 32)
);
-- PostgreSQL has no random bytes without an extension. Each of these has 122 bits of the system's own randomness.
INSERT INTO watermark_key (key)
SELECT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

CREATE TABLE watermark_state (
  "only" boolean PRIMARY KEY DEFAULT true,
  -- When an issuer last found that the database had not gone back: a copy of it tells from when it is. To a minute.
  noted_at timestamptz(3),
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

CREATE VIEW tenant.watermark_key AS SELECT * FROM public.watermark_key WHERE false WITH CHECK OPTION;
CREATE VIEW tenant.watermark_state AS SELECT * FROM public.watermark_state WHERE false WITH CHECK OPTION;
