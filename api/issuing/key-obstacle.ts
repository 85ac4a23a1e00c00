import type { KeyObstacle } from "../../shared/db/issuing/suspicion.js";
import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import { barredKey, maybeImported, nameOfLine } from "../../shared/domain/issuing-obstacle.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { lineWithName, typeName } from "../../shared/domain/spanish.js";
import { ApiError } from "../http/errors.js";
import { patienceUntilDecidedMs, retryAfter } from "../http/retry-after.js";
import { lookLater, notKnown } from "./failure-of.js";

const unverified: LocalizedText = {
  en: "It could not be confirmed whether the voucher was issued: the database lost commits, and an operator has not said yet which vouchers under CAEA are missing. Once that is said, send it again with the same idempotency key; it does not help before.",
  es: "Todavía no se sabe si el comprobante se emitió: quien opera el servicio tiene que decir antes qué comprobantes con CAEA faltan. Cuando esté dicho, volvé a enviarlo con la misma clave; antes no sirve.",
  app: `Todavía no se sabe si el comprobante se emitió: no cargues otro. El operador del servicio tiene que decir antes qué comprobantes con CAEA faltan. ${lookLater}`,
};

const othersUnverified: LocalizedText = {
  en: "It could not be confirmed whether the voucher was issued: the database lost commits, and the key may have got its voucher at another point of sale or of another type, which was not compared with the tax authority since. Send it again later with the same idempotency key: issuing there, or the operator, settles it.",
  es: "Todavía no se sabe si el comprobante se emitió: puede estar en otro punto de venta o con otro tipo, que todavía no se comparó con ARCA. Volvé a enviarlo más tarde con la misma clave: lo resuelve la próxima emisión ahí, o quien opera el servicio.",
  app: `Todavía no se sabe si el comprobante se emitió: no cargues otro. Puede estar en otro punto de venta o con otro tipo, que todavía no se comparó con ARCA. ${lookLater}`,
};

const barredForm =
  "El comprobante de este formulario ya está emitido con otro número, y por eso quedó cerrado: para emitir otro, empezá uno nuevo.";

const importedForm =
  "Este comprobante puede estar entre los de la empresa que se importaron después, o entre los que faltan acá: no se emite otro con este formulario. Empezá uno nuevo solo si sabés que ninguno es el de esta venta.";

/** The answer for a key that made no voucher here, and must not be tried again like this. Source: issuer/README.md, section 3, "A key in doubt". */
export function obstacleOfKey(obstacle: KeyObstacle, asked: IssuanceRequest): ApiError {
  switch (obstacle.why) {
    case "unverified":
      return notKnown(unverified, retryAfter(patienceUntilDecidedMs).headers);
    case "othersUnverified":
      return notKnown(othersUnverified, { "Retry-After": "60" });
    case "barred":
      return new ApiError(409, { ...barredKey, app: barredForm }, { code: "VALIDATION_ERROR" });
    case "imported":
      return new ApiError(409, { ...maybeImported, app: importedForm }, { code: "VALIDATION_ERROR" });
    case "elsewhere":
      return new ApiError(409, sentElsewhere(obstacle, asked), { code: "VALIDATION_ERROR" });
  }
}

type ElsewhereObstacle = Extract<KeyObstacle, { why: "elsewhere" }>;

/** ▲ It sends nobody to where the key could get a second voucher: its first may stand in a third numbering. (`integration/db/suspect-keys.test.ts`) */
function sentElsewhere(obstacle: ElsewhereObstacle, asked: IssuanceRequest): LocalizedText {
  const there = nameOfLine(obstacle);
  const type = typeName(obstacle.voucherType);
  const { posNumber } = obstacle;
  if (!obstacle.isOpenThere)
    return {
      en: `The idempotency key was sent for ${there}, and it is not known yet whether it has its voucher there or elsewhere; this request is for ${nameOfLine(asked)}. Nothing is issued with it before that is known; use a new key once you know that it has none.`,
      es: `Esta clave ya se envió para ${lineWithName(obstacle)}, y todavía no se sabe si se emitió ahí o en otro lado; este pedido es para ${lineWithName(asked)}. Hasta que se sepa no se emite nada con ella: usá una nueva cuando sepas que no se emitió.`,
      app: `Este formulario ya se envió para ${type} en el punto de venta ${posNumber}, y todavía no se sabe si se emitió ahí o en otro lado: no cargues otro hasta que se sepa. ${lookLater}`,
    };
  return {
    en: `The idempotency key was sent for ${there}, and may still get its voucher there; this request is for ${nameOfLine(asked)}. Send it again for ${there}, or use a new key once you know that it has none.`,
    es: `Esta clave ya se envió para ${lineWithName(obstacle)}, y todavía puede emitirse ahí; este pedido es para ${lineWithName(asked)}. Volvé a enviarla para ${there}, o usá una nueva cuando sepas que no se emitió.`,
    app: `Este formulario ya se envió para ${type} en el punto de venta ${posNumber}, y todavía puede emitirse ahí: volvé a enviarlo así, o empezá uno nuevo cuando sepas que no se emitió.`,
  };
}
