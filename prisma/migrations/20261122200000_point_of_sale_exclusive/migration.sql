-- Declared by the company: only this service issues there. Nothing of the kind is known of those that are there already.
ALTER TABLE "point_of_sale" ADD COLUMN "exclusive" BOOLEAN NOT NULL DEFAULT false;
