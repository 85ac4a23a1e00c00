import { notFound } from "../http/errors.js";

/** The largest id of what is born by vouchers, and the largest number of what a company has. */
export const maxId = Number.MAX_SAFE_INTEGER;
export const maxNumber = 999_999_999;

const inSpanish = {
  voucher: "comprobante",
  "point of sale": "punto de venta",
  webhook: "webhook",
  delivery: "entrega",
  certificate: "certificado",
  batch: "lote",
  "API key": "clave de API",
};

/**
 * The number in a path.
 *
 * @param name the parameter's name in the API's description
 * @throws ApiError 404 when the text is no such number; it names the parameter
 */
export function readNumber(
  text: string | undefined,
  name: string,
  what: keyof typeof inSpanish,
  most = maxNumber,
): number {
  const number = /^\d{1,16}$/.test(text ?? "") ? Number(text) : 0;
  if (number === 0 || number > most)
    throw notFound({
      en: `There is no such ${what} in this environment: ${name} must be a whole number from 1 to ${most}.`,
      es: `No hay tal ${inSpanish[what]} en este ambiente: ${name} tiene que ser un número del 1 al ${most}.`,
      app: `No hay tal ${inSpanish[what]} en este ambiente: volvé a la lista y elegí de ahí.`,
    });
  return number;
}

/** Id in a path, of what is born by vouchers or by time: checked as `readNumber` does, but up to `maxId`. */
export const readId = (text: string | undefined, name: string, what: keyof typeof inSpanish): number =>
  readNumber(text, name, what, maxId);
