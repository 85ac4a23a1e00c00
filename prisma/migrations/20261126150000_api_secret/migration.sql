-- The one secret of the API: the keys of its MACs come from it, each by a purpose of its own (api/own-keys.ts). It opens nothing, is
-- made of nothing else, and only the API's role may read it. To change it, put other 32 random bytes in its place and start the API
-- again: previews and open forms of before count no longer.
CREATE TABLE api_secret (
  id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  secret bytea NOT NULL CHECK (octet_length(secret) = 32)
);

-- PostgreSQL has no random bytes without an extension. Each of these has 122 bits of the system's own randomness.
INSERT INTO api_secret (secret)
SELECT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

-- It is no company's. A statement that forgot the schema finds nothing.
CREATE VIEW tenant.api_secret AS SELECT * FROM public.api_secret WHERE false WITH CHECK OPTION;
