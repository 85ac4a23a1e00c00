import { Prisma } from "../generated/client.js";

/**
 * SQL of the source of an issuance's voucher: `app` of a person of the application, or of the service itself, which bills payments and has neither
 * key nor person; `api` of all others, batches of the command line among them.
 */
export const sourceOf = (alias: "i") => {
  const i = Prisma.raw(alias);
  return Prisma.sql`CASE WHEN ${i}.user_email IS NULL AND (${i}.api_key_id IS NOT NULL OR ${i}.idempotency NOT LIKE 'payment-%') THEN 'api' ELSE 'app' END`;
};
