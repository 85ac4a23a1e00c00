-- Under whose name a company's vouchers are mailed, and where answers go: {"replyTo", "senderName"}. The sender's address stays the service's.
ALTER TABLE "company" ADD COLUMN "mail" JSONB NOT NULL DEFAULT '{"replyTo": null, "senderName": null}';

-- With the new column.
CREATE OR REPLACE VIEW "tenant"."company" AS SELECT * FROM "public"."company" WHERE "id" = "tenant"."own_company"() WITH CHECK OPTION;
