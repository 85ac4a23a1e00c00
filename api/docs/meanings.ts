import type { LocalizedText } from "../../shared/domain/localized-text.js";

/** The meaning of the errors in api/README.md, by status. */
export const meanings: Record<number, LocalizedText> = {
  400: {
    en: "VALIDATION_ERROR: fix the request; `details.errors` names each faulty field.",
    es: "VALIDATION_ERROR: corregí el pedido; `details.errors` nombra cada campo con problemas.",
  },
  401: {
    en: "The key is missing, unknown or revoked, belongs to another company, or lacks the scope of this route. An address with too many failures gets 429.",
    es: "La clave falta, no se conoce o está revocada, es de otra empresa, o no tiene el permiso de esta ruta. Una dirección con demasiadas fallas recibe 429.",
  },
  402: {
    en: "SUBSCRIPTION_EXPIRED: the company is read-only until it renews the subscription.",
    es: "SUBSCRIPTION_EXPIRED: la empresa solamente puede leer hasta que renueve la suscripción.",
  },
  404: { en: "NOT_FOUND.", es: "NOT_FOUND: no está." },
  405: {
    en: "This path does not serve that method; `Allow` names those that it does.",
    es: "Esta ruta no atiende ese método; `Allow` nombra los que sí.",
  },
  409: {
    en: "VALIDATION_ERROR: the key belongs to another voucher. TAXAUTH_UNCONFIRMED: try again with the same key. PDF_NOT_READY: try again in a few seconds.",
    es: "VALIDATION_ERROR: la clave es de otro comprobante. TAXAUTH_UNCONFIRMED: volvé a intentar con la misma clave. PDF_NOT_READY: volvé a intentar en unos segundos.",
  },
  422: {
    en: "TAXAUTH_ERROR: the tax authority refused; `details` holds its codes.",
    es: "TAXAUTH_ERROR: lo rechazó ARCA; `details` tiene sus códigos.",
  },
  429: {
    en: "VOUCHER_LOCK_TIMEOUT, SUBSCRIPTION_QUOTA_EXCEEDED, QUOTA_EXCEEDED, or without code: too many requests of the key, the company or the address, or too many at once. Wait for Retry-After if it is there.",
    es: "VOUCHER_LOCK_TIMEOUT, SUBSCRIPTION_QUOTA_EXCEEDED, QUOTA_EXCEEDED, o sin código: demasiados pedidos de la clave, la empresa o la dirección, o demasiados a la vez. Si está Retry-After, esperá ese tiempo.",
  },
  500: {
    en: "Internal error, or a server of ours is away: the message names it. Try again with back-off, or after Retry-After if it is there.",
    es: "Error interno, o no responde un servidor nuestro: el mensaje lo nombra. Volvé a intentar esperando cada vez más, o lo que diga Retry-After si está.",
  },
  502: {
    en: "TAXAUTH_CONNECTION_ERROR: the authority is unreachable, or refuses the certificate, the clock or the service that the message names. It says what to do. It has Retry-After if retrying helps.",
    es: "TAXAUTH_CONNECTION_ERROR: no se llega a ARCA, o ARCA rechaza el certificado, la hora o el servicio que el mensaje nombra. El mensaje dice qué hacer. Lleva Retry-After si sirve volver a intentar.",
  },
};
