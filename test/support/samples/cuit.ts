import { isTaxId } from "../../../shared/domain/tax-id.js";

/** The CUITs of companies, each with its check digit, from one on. Companies of one CUIT do not have the same points of sale. */
export function nthCuit(n: number): string {
  const taxpayers = Array.from({ length: n + 2 + Math.ceil(n / 5) }, (_, at) => `30${51_000_000 + at}`);
  const cuits = taxpayers.flatMap((taxpayer) =>
    Array.from({ length: 10 }, (_, digit) => `${taxpayer}${digit}`).filter(isTaxId),
  );
  const cuit = cuits[n - 1];
  if (cuit === undefined) throw new RangeError(`there are fewer than ${n}`);
  return cuit;
}
