import { notFound } from "../errors.js";

/** The largest number in a path. */
export const maxId = 999_999_999;

/**
 * The number in a path.
 *
 * @param name the parameter's name in the API's description
 * @throws ApiError 404 when the text is no such number; it names the parameter
 */
export function readId(text: string | undefined, name: string, what: string): number {
  const id = /^\d{1,9}$/.test(text ?? "") ? Number(text) : 0;
  if (id === 0)
    throw notFound(`There is no such ${what} in this environment: ${name} must be a whole number from 1 to ${maxId}.`);
  return id;
}

export const noVoucher = () => notFound("There is no such voucher in this environment.");
