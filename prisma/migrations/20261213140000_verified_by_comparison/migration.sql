-- When the present history began; NULL for the one with which the database was made. A request that was sent before may still be granted a moment
-- later, so what is compared with the authority in the first minutes verifies nothing. Source: issuer/README.md, section 3.
ALTER TABLE database_life ADD COLUMN began_at timestamptz(3);

CREATE FUNCTION note_history_began() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.token <> OLD.token THEN
    NEW.began_at := clock_timestamp();
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER note_history_began BEFORE INSERT OR UPDATE OF token ON database_life FOR EACH ROW EXECUTE FUNCTION note_history_began();

CREATE OR REPLACE VIEW tenant.database_life AS SELECT * FROM public.database_life WHERE false WITH CHECK OPTION;
