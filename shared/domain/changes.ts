/** The changed fields, with their old and new values. Undefined when nothing changed. */
export function changesBetween<T extends object>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } | undefined {
  const changed = (Object.keys(after) as (keyof T)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  if (changed.length === 0) return undefined;
  const pick = (from: T) => Object.fromEntries(changed.map((field) => [field, from[field]])) as Partial<T>;
  return { before: pick(before), after: pick(after) };
}
