import { z } from "@hono/zod-openapi";
import { oneToEach } from "./recipients.js";
import { recipients } from "./voucher-terms.js";

export const emailSchedule = z.object({ emails: recipients.min(1).transform(oneToEach) }).openapi("EmailSchedule");
