-- Which operator made a change at the command line; null for other actors and for older entries.
ALTER TABLE "audit_entry" ADD COLUMN "actor_name" TEXT;
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_actor_name_length" CHECK (char_length("actor_name") BETWEEN 1 AND 64) NOT VALID;
