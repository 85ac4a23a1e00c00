import { foreseen } from "../refusal.js";
import { type PredictionSubject, type Problem, when } from "./problem.js";
import { isToUncategorised } from "./receiver-document.js";

const perception = 13;

export const foreseenRemarks = {
  perception: foreseen(
    10283,
    "tributes",
    "sales to 23000000000 carry the perception of VAT, a tribute of type 13: the authority authorizes it without, and remarks on it",
    "La venta a un no categorizado lleva la percepción de IVA: sin ese tributo ARCA la autoriza, pero lo observa.",
  ),
};

/** Predicts remarks of the authority on a voucher that it authorizes, as far as the body alone decides. */
export function predictRemarks(subject: PredictionSubject): Problem[] {
  const { tributes } = subject.body;
  const lacksPerception = tributes.length > 0 && !tributes.some(({ type }) => type === perception);
  return when(isToUncategorised(subject) && lacksPerception, foreseenRemarks.perception);
}
