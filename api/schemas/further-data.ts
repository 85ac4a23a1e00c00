import { z } from "@hono/zod-openapi";
import { Decimal } from "../../shared/domain/money.js";
import { fceOptionalIds, findFormatFault, maxOptionalLength } from "../../shared/domain/optionals/optionals.js";
import { cuit } from "./digits.js";
import { trimmedText } from "./text.js";

const optional = z
  .object({
    id: z
      .string()
      .trim()
      .regex(/^\d{1,10}$/, { error: "must be digits: the authority's number of the optional field" }),
    value: trimmedText(maxOptionalLength),
  })
  .check(({ value: given, issues }) => {
    const say = (path: "id" | "value", message: string) =>
      issues.push({ code: "custom", path: [path], message, input: given });
    if (fceOptionalIds.includes(given.id)) say("id", "is of credit invoices: it stands in fce");
    const fault = findFormatFault(given);
    if (fault !== undefined) say("value", fault);
  });

/** What an id's own format says is checked here. What binds several ids, or an id and the company, is the authority's to say. */
export const optionals = z.array(optional).max(6_000);

const maxActivity = 999_999;

/** A number, as the authority and its register have it. Its digits as a text are the same. */
const activity = z.object({
  id: z.union(
    [
      z.int().min(1).max(maxActivity),
      z
        .string()
        .regex(/^\d{1,6}$/)
        .transform(Number),
    ],
    { error: "must be a whole number of at most 6 digits" },
  ),
});

export const activities = z.array(activity).max(50);

const buyer = z.object({
  docType: z.int().min(0).max(99),
  docNumber: cuit,
  share: z
    .number()
    .gt(0)
    .max(99.99)
    .refine((share) => new Decimal(share).decimalPlaces() <= 2, { error: "must have at most 2 decimals" }),
});

export const buyers = z.array(buyer).max(1_000);

/** Of a body: none is left out of what is kept, so a voucher without them costs nothing. Null means the same as leaving it out. */
export const orMissing = <Row extends z.ZodType>(list: z.ZodArray<Row>) =>
  list.nullish().transform((given) => (given && given.length > 0 ? given : undefined));
