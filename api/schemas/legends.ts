import { z } from "@hono/zod-openapi";
import { legendPlaces } from "../../shared/domain/legends.js";
import { field, like, part } from "./field.js";
import { fiscalDate } from "./fiscal-date.js";
import { orNull } from "./optional.js";
import { trimmedText } from "./text.js";

/** More would leave no room for the voucher. */
const mostLegends = 20;

const legend = {
  text: field(trimmedText(200), { says: "What is printed.", example: "ALÍCUOTA ISIB CABA 3,00%", label: "Texto" }),
  on: field(z.enum(legendPlaces), {
    says: "Which vouchers say it: all, those of a letter, or letters B and C to final consumers.",
    example: "final-consumers",
    label: "Dónde va",
  }),
  from: field(fiscalDate.nullish(), {
    says: "Vouchers of this date and later ones say it, YYYYMMDD; null: all do.",
    example: "20270101",
    label: "Desde",
  }).transform(orNull),
};

/** Source: api/README.md, "Legends". */
export const legends = field(z.array(field(part("Legend", legend), { label: "Leyenda" })).max(mostLegends), {
  says: "Texts that are printed beside what every voucher says: what a province asks for, with its rate.",
  label: "Leyendas",
});

/** Of an answer, which has each date. */
export const shownLegends = like(
  legends,
  z.array(part("ShownLegend", { ...legend, from: like(legend.from, fiscalDate.nullable()) })),
);
