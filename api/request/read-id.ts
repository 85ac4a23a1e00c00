import { notFound } from "../errors.js";

/** The id in a path. @throws ApiError 404 when the text is no id */
export function readId(text: string | undefined, what: string): number {
  const id = /^\d{1,9}$/.test(text ?? "") ? Number(text) : 0;
  if (id === 0) throw notFound(`There is no such ${what} in this environment.`);
  return id;
}

export const noVoucher = () => notFound("There is no such voucher in this environment.");
