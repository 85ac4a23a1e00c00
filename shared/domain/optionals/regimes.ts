import { type OptionalKind, optionalKinds } from "./optional-kinds.js";
import type { Optional } from "./optionals.js";

const usable = optionalKinds.filter(({ types }) => types === null || !types.includes(49));

/** Fields on offer in the application: all but used goods, which are not issued here. */
export const offeredOptionals: readonly OptionalKind[] = usable;

/** The fields that belong to those of a point of sale: all ids of their regimes, in the order of the table. */
export function fieldsOf(optionals: readonly Optional[] | null): OptionalKind[] {
  const regimes = new Set(usable.flatMap(({ id, regime }) => (optionals?.some((one) => one.id === id) ? regime : [])));
  return usable.filter(({ regime }) => regimes.has(regime));
}
