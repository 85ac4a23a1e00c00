import type { ShownState } from "../../../shared/domain/payments/payment-state.js";
import type { TagTone } from "../components/tag.js";

export const stateWords: Record<ShownState, { tone: TagTone; words: string }> = {
  open: { tone: "info", words: "Sin pagar" },
  expired: { tone: "neutral", words: "Venció sin pago" },
  pending: { tone: "warning", words: "En espera" },
  approved: { tone: "success", words: "Aprobado" },
  rejected: { tone: "error", words: "Rechazado" },
  review: { tone: "warning", words: "En revisión" },
  refunded: { tone: "neutral", words: "Devuelto" },
  charged_back: { tone: "error", words: "Contracargo" },
  closed: { tone: "neutral", words: "Cerrado" },
};

export const kindWords = { renewal: "Renovación", extra: "Comprobantes adicionales" } as const;
