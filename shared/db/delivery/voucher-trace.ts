import { Prisma } from "../generated/client.js";

/** Where the request for the voucher of the table `due` stands in its trace: so a job that a sweep brings again goes on with it. */
export const voucherTrace = Prisma.sql`(SELECT i.trace FROM issuance i WHERE i.id = due.issuance_id) AS trace`;
