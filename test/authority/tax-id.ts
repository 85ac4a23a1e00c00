const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** Whether a CUIT, CUIL or CDI has eleven digits and a correct check digit. Source: issuer/authority/README.md, section 4.6. */
export function isTaxId(value: number | string): boolean {
  const digits = String(value);
  if (!/^\d{11}$/.test(digits)) return false;
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  const check = (11 - (sum % 11)) % 11;
  return check !== 10 && check === Number(digits[10]);
}
