import { notFound } from "../errors.js";

/** The largest id of what is born by vouchers, and the largest number of what a company has. */
export const maxId = Number.MAX_SAFE_INTEGER;
export const maxNumber = 999_999_999;

/**
 * The number in a path.
 *
 * @param name the parameter's name in the API's description
 * @throws ApiError 404 when the text is no such number; it names the parameter
 */
export function readNumber(text: string | undefined, name: string, what: string, most = maxNumber): number {
  const number = /^\d{1,16}$/.test(text ?? "") ? Number(text) : 0;
  if (number === 0 || number > most)
    throw notFound(`There is no such ${what} in this environment: ${name} must be a whole number from 1 to ${most}.`);
  return number;
}

/** The same, of what is born by vouchers or by time. */
export const readId = (text: string | undefined, name: string, what: string): number =>
  readNumber(text, name, what, maxId);

export const noVoucher = () => notFound("There is no such voucher in this environment.");
