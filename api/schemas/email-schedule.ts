import { z } from "@hono/zod-openapi";
import { emailRecipient } from "./issuance-request.js";

export const emailSchedule = z.object({ emails: z.array(emailRecipient).min(1).max(3) }).openapi("EmailSchedule");
