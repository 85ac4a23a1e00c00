import { z } from "@hono/zod-openapi";
import { legendPlaces } from "../../shared/domain/legends.js";
import { field, like, part } from "./field.js";
import { fiscalDate } from "./fiscal-date.js";
import { orNull } from "./optional.js";
import { trimmedText } from "./text.js";

/** More would leave no room for the voucher. */
const maxLegends = 20;

const legend = {
  text: field(trimmedText(200), {
    says: { en: "What is printed.", es: "Lo que se imprime." },
    example: "ALÍCUOTA ISIB CABA 3,00%",
    label: "Texto",
  }),
  on: field(z.enum(legendPlaces), {
    says: {
      en: "Which vouchers say it: all, those of a letter, or letters B and C to final consumers.",
      es: "Qué comprobantes la llevan: todos, los de una letra, o los de letra B y C a consumidores finales.",
    },
    example: "final-consumers",
    label: "Dónde va",
  }),
  from: field(fiscalDate.nullish(), {
    says: {
      en: "Vouchers of this date and later ones say it, YYYYMMDD; null: all do.",
      es: "La llevan los comprobantes de esta fecha en adelante, AAAAMMDD; null: todos.",
    },
    example: "20270101",
    label: "Desde",
  }).transform(orNull),
};

/** Source: api/README.md, "Legends". */
export const legends = field(z.array(field(part("Legend", legend), { label: "Leyenda" })).max(maxLegends), {
  says: {
    en: "Texts that are printed beside what every voucher says: what a province asks for, with its rate.",
    es: "Textos que se imprimen además de lo que dice todo comprobante: lo que pide una provincia, con su alícuota.",
  },
  label: "Leyendas",
});

/** Legends of an answer, which has each date. */
export const shownLegends = like(
  legends,
  z.array(part("ShownLegend", { ...legend, from: like(legend.from, fiscalDate.nullable()) })),
);
