const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** Whether a CUIT, CUIL or CDI has eleven digits and a valid check digit. Source: issuer/authority/README.md, section 4.6. */
export function isTaxId(text: string): boolean {
  if (!/^\d{11}$/.test(text)) return false;
  const sum = weights.reduce((total, weight, index) => total + weight * Number(text[index]), 0);
  const check = (11 - (sum % 11)) % 11;
  return check !== 10 && check === Number(text[10]);
}
