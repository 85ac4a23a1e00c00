/** What acted on what, and when. */
export interface Disturbances {
  note(touches: string[], fromMs: number, toMs: number): void;
  /** Notes that a fault begins. Gives a function that notes its end. */
  begin(touches: string[]): () => void;
  /** Whether something acted on such a thing in that time. */
  between(fromMs: number, toMs: number, isMeant: (touched: string) => boolean): boolean;
}

export function createDisturbances(): Disturbances {
  const all: { touches: string[]; fromMs: number; toMs: number }[] = [];
  return {
    note: (touches, fromMs, toMs) => void all.push({ touches, fromMs, toMs }),
    begin(touches) {
      const one = { touches, fromMs: performance.now(), toMs: Number.POSITIVE_INFINITY };
      all.push(one);
      return () => {
        one.toMs = performance.now();
      };
    },
    between: (fromMs, toMs, isMeant) =>
      all.some((one) => one.fromMs <= toMs && one.toMs >= fromMs && one.touches.some(isMeant)),
  };
}
