/** A tax in the registry: its code, and whether it is in force. */
export interface RegisteredTax {
  id: number;
  isActive: boolean;
}

export interface TaxFacts {
  taxes: RegisteredTax[];
  hasMonotributoCategory: boolean;
  isNatural: boolean;
  /** False when the registry says that it could not give some of the data. */
  isWhole: boolean;
}

const exempt = 32;
/** "No alcanzado": VAT does not apply to the taxpayer. */
const notReached = 34;
const vat = 30;
const monotributo = [20, 21];
/** The taxes that say something about VAT. With one of them, even one not in force, nobody is taken for a final consumer. */
const aboutVat = [vat, exempt, 33, notReached, ...monotributo];

/**
 * Derives the receiver's VAT condition from the registered taxes: 1 registered, 4 exempt, 5 final consumer, 6 monotributo,
 * 15 not reached. Null when the taxes do not decide. Final consumer only when the data is complete and shows no VAT tax.
 * Source: issuer/authority/README.md, sections 4.9 and 6.5.
 */
export function deriveTaxCondition({ taxes, hasMonotributoCategory, isNatural, isWhole }: TaxFacts): number | null {
  const has = (...ids: number[]) => taxes.some(({ id, isActive }) => isActive && ids.includes(id));
  if (has(exempt)) return 4;
  if (has(notReached)) return 15;
  if (has(vat)) return 1;
  if (hasMonotributoCategory || has(...monotributo)) return 6;
  const isDoubtful = taxes.some(({ id }) => aboutVat.includes(id));
  return isNatural && isWhole && !isDoubtful ? 5 : null;
}
