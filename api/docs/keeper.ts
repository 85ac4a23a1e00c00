import type { KeptAnswer } from "../http/kept-answer.js";

/** Makes each thing once, with the first request for it. What failed is made again with the next one. */
export function createKeeper<T = KeptAnswer>(): (name: string, make: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (name, make) => {
    const known = kept.get(name);
    if (known) return known;
    const made = make();
    kept.set(name, made);
    made.catch(() => kept.delete(name));
    return made;
  };
}
