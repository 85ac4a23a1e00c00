import { z } from "@hono/zod-openapi";
import { isFiscalDate } from "../../shared/domain/calendar.js";
import { parseDay } from "../../shared/domain/written-date.js";
import { noDate, writtenOtherwise } from "./day-words.js";
import { field } from "./field.js";
import { says } from "./says.js";

/** A day of the authority's: YYYYMMDD. */
export const fiscalDate = field(
  z
    .string()
    .trim()
    .refine(isFiscalDate, {
      error: says((input) => {
        const meant = parseDay(String(input));
        return meant === undefined ? noDate : writtenOtherwise(meant);
      }),
    })
    .openapi({ pattern: "^\\d{8}$" }),
  { day: true },
);
