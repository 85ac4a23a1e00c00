/** The most that a plan may cost: what the column of the table holds. */
const maxCents = 99_999_999_999n;

/**
 * The cents of an amount of pesos, written as a decimal: `1234.5`. Undefined for what is none, and for fractions of a cent. Whole cents and
 * no number: two amounts of a floating point may differ where the money does not.
 */
export function centsOf(text: string): bigint | undefined {
  const [, whole, fraction = ""] = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(2, "0"));
}

/** An amount in the one form that is kept, sent and answered: `1234.50`. Undefined unless it is 0.01 to 999 999 999.99. */
export function readPesos(text: string): string | undefined {
  const cents = centsOf(text);
  if (cents === undefined || cents < 1n || cents > maxCents) return undefined;
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
