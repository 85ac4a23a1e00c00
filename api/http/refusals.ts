import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { ApiError, notFound } from "./errors.js";

export const noVoucher = () =>
  notFound({
    en: "There is no such voucher in this environment.",
    es: "Ese comprobante no está en este ambiente: fijate en el otro.",
  });

/** Refusal of the PDF of a voucher that was issued elsewhere. */
export const noPdf: LocalizedText = {
  en: "The voucher was issued elsewhere: it has no PDF here.",
  es: "El comprobante se emitió en otro sistema: acá no tiene PDF.",
};

const lapsed: LocalizedText = {
  en: "The subscription has expired: the company is read-only until it is renewed.",
  es: "La suscripción venció y solo se puede consultar: renovala para volver a emitir y a configurar.",
};

export const subscriptionExpired = () => new ApiError(402, lapsed, { code: "SUBSCRIPTION_EXPIRED" });
