import { whenLate } from "./when-late.js";

/** Gives the task's result. Rejects after `ms`; the task itself is not stopped. */
export async function within<T>(ms: number, task: Promise<T>): Promise<T> {
  let over: (() => void) | undefined;
  const late = new Promise<never>((_, reject) => {
    over = whenLate(ms, () => reject(new Error(`no answer within ${ms} ms`)));
  });
  try {
    return await Promise.race([task, late]);
  } finally {
    over?.();
  }
}
