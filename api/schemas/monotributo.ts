import { z } from "@hono/zod-openapi";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { fiscalData } from "./company.js";
import { field, like, part } from "./field.js";

const date = z.string().regex(/^\d{8}$/);
const cap = z.string().regex(/^\d+\.\d{2}$/);
const percentage = z.string().regex(/^\d+\.\d$/);

const day = (says: LocalizedText, example: string) => field(date, { says, example });

const issued = field(z.string().regex(/^-?\d+\.\d{2}$/), {
  says: {
    en: "Income of the vouchers of letter C dated in these days, in pesos: net, exempt and not taxable; credit notes subtract, tributes do not count.",
    es: "Ingresos de los comprobantes C con fecha en estos días, en pesos: neto, exento y no gravado; las notas de crédito restan y los tributos no cuentan.",
  },
  example: "8412300.00",
});

/** Source: api/README.md, "Monotributo". */
export const monotributoStanding = part("MonotributoStanding", {
  category: like(fiscalData.shape.monotributoCategory, fiscalData.shape.monotributoCategory),
  caps: field(
    part("MonotributoCaps", {
      from: day({ en: "First day of these caps, YYYYMMDD.", es: "Primer día de estos topes, AAAAMMDD." }, "20260801"),
      until: day(
        { en: "Last day on which they are known to hold.", es: "Último día en que se sabe que valen." },
        "20270131",
      ),
      own: field(cap.nullable(), {
        says: {
          en: "Cap of the company's own category; null without one.",
          es: "Tope de la categoría de la empresa; null si no la dijo.",
        },
        example: "30628651.43",
      }),
      top: field(cap, {
        says: { en: "Cap of the highest category, K.", es: "Tope de la categoría más alta, K." },
        example: "126610838.75",
      }),
    }).nullable(),
    {
      says: {
        en: "Caps of twelve months' income; null before the first that are known. After their last day a warning says that newer ones are missing.",
        es: "Topes de ingresos de doce meses; null antes de los primeros que se conocen. Después de su último día un aviso dice que faltan los nuevos.",
      },
    },
  ),
  rolling: field(
    part("RollingIncome", {
      from: day({ en: "First of the twelve months' days.", es: "Primer día de los doce meses." }, "20251130"),
      to: day({ en: "Today in Argentina.", es: "Hoy en Argentina." }, "20261129"),
      issued,
      ofTop: field(percentage.nullable(), {
        says: {
          en: "Per cent of the top cap, with one decimal; null without caps.",
          es: "Por ciento del tope más alto, con un decimal; null sin topes.",
        },
        example: "6.6",
      }),
    }),
    {
      says: {
        en: "The twelve months that end today, against the top cap: above it the regime excludes.",
        es: "Los doce meses que terminan hoy, contra el tope más alto: por encima, el régimen excluye.",
      },
    },
  ),
  next: field(
    part("CategoryIncome", {
      from: day({ en: "First of the twelve whole months' days.", es: "Primer día de los doce meses." }, "20260101"),
      to: day(
        { en: "Last day of the next June or December.", es: "Último día del próximo junio o diciembre." },
        "20261231",
      ),
      issued,
      ofOwn: field(percentage.nullable(), {
        says: {
          en: "Per cent of the own cap, with one decimal; null without a category.",
          es: "Por ciento del tope propio, con un decimal; null sin categoría.",
        },
        example: "27.5",
      }),
      due: day(
        { en: "Last day to tell the authority the category.", es: "Último día para recategorizarse." },
        "20270205",
      ),
    }),
    {
      says: {
        en: "The twelve whole months that the next category is decided by, as far as they went.",
        es: "Los doce meses que deciden la próxima recategorización, hasta donde van.",
      },
    },
  ),
});
