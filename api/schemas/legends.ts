import { z } from "@hono/zod-openapi";
import { legendPlaces } from "../../shared/domain/legends.js";
import { fiscalDate } from "./issuance-request.js";
import { trimmedText } from "./text.js";

/** More would leave no room for the voucher. */
const mostLegends = 20;

/** Source: api/README.md, "Legends". */
export const legends = z
  .array(
    z.object({
      text: trimmedText(200),
      on: z.enum(legendPlaces),
      from: fiscalDate.nullish().transform((from) => from ?? null),
    }),
  )
  .max(mostLegends);
