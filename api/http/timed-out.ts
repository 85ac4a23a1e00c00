import { inOne, type LocalizedText } from "../../shared/domain/localized-text.js";
import { ApiError } from "./errors.js";

/** The 504 of a route, given by its method and its pattern below the company. It says what to do next. */
export const timedOut = (method: string, route: string) => new ApiError(504, timedOutWords(method, route));

export const timedOutWords = (method: string, route: string): LocalizedText =>
  inOne([tookTooLong, adviceAfter(method, route)]);

/** The 504 of an issuance while no issuer works: it will not be decided before one does. */
export const nobodyServes = () => new ApiError(504, inOne([tookTooLong, advices.nobodyServes]));

const tookTooLong: LocalizedText = { en: "The request took too long.", es: "Tardó demasiado." };

const advices = {
  issuance: {
    en: "Send it again with the same idempotency key.",
    es: "Puede que se haya emitido igual: volvé a enviarlo con la misma clave, que no lo duplica.",
    app: "Puede que se haya emitido igual: volvé a enviarlo desde el mismo formulario, que no lo duplica.",
  },
  preview: {
    en: "Send it again: a preview changes nothing.",
    es: "Volvé a enviarlo: una vista previa no cambia nada.",
    app: "Volvé a revisarlo.",
  },
  authority: {
    en: "The tax authority is slow or away: try again in a minute.",
    es: "ARCA está lenta o no responde: volvé a intentar en un minuto.",
  },
  askStatus: {
    en: "The tax authority is slow or away: try again in a minute. GET /taxauth/status tells what does not answer.",
    es: "ARCA está lenta o no responde: volvé a intentar en un minuto. GET /taxauth/status dice qué no responde.",
    app: "ARCA está lenta o no responde: volvé a intentar en un minuto.",
  },
  write: {
    en: "It may have been done all the same: look with a GET before you send it again.",
    es: "Puede que se haya hecho igual: fijate con un GET antes de volver a enviarlo.",
    app: "Puede que se haya hecho igual: fijate antes de volver a enviarlo.",
  },
  listing: {
    en: "Narrow the filters, to fewer days for example, or ask for a smaller page with limit; then try again.",
    es: "Pedí menos días o más filtros, o una página más chica con limit, y volvé a intentar.",
    app: "Elegí menos días o más filtros y volvé a intentar.",
  },
  other: { en: "Try again.", es: "Volvé a intentar." },
  nobodyServes: {
    en: "No issuer gives a sign of life: send it again with the same idempotency key once one runs.",
    es: "No hay ningún emisor funcionando, y puede que se haya emitido igual: volvé a enviarlo más tarde con la misma clave, que no lo duplica.",
    app: "No hay ningún emisor funcionando, y puede que se haya emitido igual: volvé a enviarlo más tarde desde el mismo formulario, que no lo duplica.",
  },
};

const issuing = ["/invoices", "/invoices/:id/credit-notes", "/invoices/:id/debit-notes"];

/** A write goes on after its 504, so only what has a key or changes nothing may be sent again at once. */
function adviceAfter(method: string, route: string): LocalizedText {
  if (method === "POST" && issuing.includes(route)) return advices.issuance;
  if (method === "POST" && route === "/invoices/preview") return advices.preview;
  if (route === "/taxauth/status") return advices.authority;
  if (route.startsWith("/taxauth/")) return advices.askStatus;
  if (method !== "GET") return advices.write;
  return route === "/invoices" || route === "/audit-log" ? advices.listing : advices.other;
}
