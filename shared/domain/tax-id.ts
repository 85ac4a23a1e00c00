const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** Whether a CUIT, CUIL or CDI has eleven digits and a valid check digit. Source: issuer/authority/README.md, section 4.6. */
export const isTaxId = (text: string): boolean =>
  /^\d{11}$/.test(text) && endsWithCheckDigit((at) => text.charCodeAt(at) - 48);

/** Whether the last of eleven digits is the check digit of those before it. */
export function endsWithCheckDigit(digitAt: (index: number) => number): boolean {
  let sum = 0;
  for (let index = 0; index < weights.length; index += 1) sum += (weights[index] ?? 0) * digitAt(index);
  const check = (11 - (sum % 11)) % 11;
  return check !== 10 && check === digitAt(10);
}
