import type { MonotributoStanding } from "../../../shared/domain/monotributo/standing.js";
import { decimal, fiscalDate } from "../spanish/formats.js";
import type { Need } from "./need.js";

/** From so much of a cap on somebody has to look. */
const nearPercent = 90;
const link = { path: "/reports", words: "Ver los reportes" };

/** Needs of a monotributista: a window that is near its cap, or above it. */
export function monotributoNeeds(standing: MonotributoStanding | null | undefined): Need[] {
  if (!standing) return [];
  const { category, rolling, next } = standing;
  /** Nothing below nine tenths; above the cap it is grave. */
  const need = (percent: string | null, title: (share: string) => string, text: string): Need[] =>
    percent === null || Number(percent) < nearPercent
      ? []
      : [{ tone: Number(percent) > 100 ? "error" : "warning", title: title(`${decimal(percent, 1)} %`), text, link }];
  return [
    ...need(
      rolling.ofTop,
      (share) => `Lo facturado en doce meses es el ${share} del tope más alto del monotributo`,
      "Por encima del tope de la categoría K el régimen excluye. Hablalo con tu contador.",
    ),
    ...need(
      next.ofOwn,
      (share) => `Lo facturado es el ${share} del tope de la categoría ${category}`,
      `Por encima corresponde otra categoría. La recategorización vence el ${fiscalDate(next.due)}.`,
    ),
  ];
}
