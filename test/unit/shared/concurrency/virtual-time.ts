import type { Clock } from "../../../../shared/concurrency/clock.js";

/** Time that passes when it is told to, a millisecond after the other. */
export function createTime() {
  let nowMs = 0;
  const due = new Map<number, Set<() => void>>();
  const clock: Clock = {
    nowMs: () => nowMs,
    after(ms, work) {
      const atMs = nowMs + Math.max(1, Math.ceil(ms));
      const works = due.get(atMs) ?? new Set();
      due.set(atMs, works.add(work));
      return () => works.delete(work);
    },
  };
  return {
    clock,
    delay: (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve)),
    async pass(ms: number) {
      await settle();
      for (const untilMs = nowMs + ms; nowMs < untilMs; ) {
        nowMs += 1;
        for (const work of due.get(nowMs) ?? []) {
          work();
          await settle();
        }
        due.delete(nowMs);
      }
    },
  };
}

/** Until what is resolved by now was heard of. */
export async function settle(): Promise<void> {
  for (let tick = 0; tick < 12; tick += 1) await undefined;
}
