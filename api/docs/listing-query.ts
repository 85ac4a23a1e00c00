import { z } from "@hono/zod-openapi";
import type { FieldType, ListedFields } from "../../shared/db/listing/listed-fields.js";
import { defaultLimit } from "../../shared/db/listing/listing.js";
import { maxListedValues, operators } from "../request/read-listing.js";
import { maxRows } from "../request/read-page.js";

/** The descriptions of the filters of all listings. */
const filterWords: Record<string, string> = {
  id: "Internal id.",
  cae: "The authority's authorization code.",
  idempotency: "Idempotency key.",
  externalReference: "Your own reference.",
  date: "Fiscal date, YYYYMMDD.",
  created: "Time of creation, ISO 8601. A day alone, YYYY-MM-DD, is the whole Argentine day.",
  pos: "Point of sale.",
  number: "Voucher number; fast together with pos.",
  docType: "Receiver's document type.",
  docNumber: "Receiver's document number; fast together with docType.",
  type: "Voucher type.",
  total: "Total amount.",
  status: "Always APPROVED.",
  source: "Origin: api, app or rcel.",
  apiKeyId: "The API key that issued it.",
  userEmail: "The person who issued it in the web application.",
  action: "The kind of change, such as pos.create.",
  resourceId: "Id of the changed resource; fast together with action.",
  actorType: "Who made the change: user (a person), apikey, admin or system.",
  actorEmail: "E-mail of the person who made the change.",
  actorApiKeyId: "The API key that made the change.",
  eventId: "The event's id.",
  state: "What became of it so far, as an answer has it.",
  name: "Your own words for it.",
};

/** A value of a filter, by the type of its field. */
const values: Record<FieldType, z.ZodType> = {
  integer: z.int(),
  decimal: z.number(),
  fiscalDate: z.string().regex(/^\d{8}$/),
  // An instant or a day.
  instant: z.union([z.iso.datetime({ offset: true }), z.iso.date()]),
  digits: z.string().min(1),
  text: z.string().min(1),
};

const suffixWords: Record<(typeof operators)[number], string> = {
  gt: "More than this, or later",
  gte: "This or more, or later",
  lt: "Less than this, or earlier",
  lte: "This or less, or earlier",
  in: "One of these, separated by commas",
};

/** One parameter with several values, separated by commas. */
export const commaSeparated = (value: z.ZodType, most?: number) =>
  (most === undefined ? z.array(value).min(1) : z.array(value).min(1).max(most))
    .optional()
    .openapi({ param: { style: "form", explode: false } });

/** The parameters of a listing: its filters with every operator, and the ordering and page that every listing has. */
export function listingQuery(fields: ListedFields) {
  const filters = Object.entries(fields)
    .filter(([, { ordersOnly }]) => !ordersOnly)
    .flatMap(([name, { type }]) => {
      const about = filterWords[name] ?? name;
      return [
        [name, values[type].optional().openapi({ description: about })],
        ...operators.map((operator) => [
          `${name}__${operator}`,
          (operator === "in" ? commaSeparated(values[type], maxListedValues) : values[type].optional()).openapi({
            description: `${suffixWords[operator]}. ${about}`,
          }),
        ]),
      ];
    });
  const terms = Object.keys(fields).flatMap((name) => [name, `-${name}`]);
  return z.object({
    ...(Object.fromEntries(filters) as z.ZodRawShape),
    ordering: commaSeparated(z.enum(terms)).openapi({
      description: "Fields in the order in which they sort, separated by commas; - sorts descending. Default -id.",
      example: ["-created", "id"],
    }),
    ...pageQuery(defaultLimit).shape,
  });
}

/** The parameters that select a part of a list. */
export const pageQuery = (usualLimit = maxRows) =>
  z.object({
    limit: z
      .int()
      .min(1)
      .optional()
      .openapi({ description: `Rows per page: default ${usualLimit}, at most ${maxRows}; more counts as ${maxRows}.` }),
    offset: z.int().min(0).optional().openapi({ description: "Rows to skip. Default 0." }),
  });
