import { z } from "@hono/zod-openapi";
import { recipients } from "./issuance-request.js";
import { oneToEach } from "./recipients.js";

export const emailSchedule = z.object({ emails: recipients.min(1).transform(oneToEach) }).openapi("EmailSchedule");
