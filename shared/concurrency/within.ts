/**
 * Gives the task's result. Rejects after `ms`; the task itself is not stopped. An answer that is there already counts, however late this
 * process gets to read it.
 */
export async function within<T>(ms: number, task: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const tell = () => reject(new Error(`no answer within ${ms} ms`));
    timer = setTimeout(() => setImmediate(() => setImmediate(tell)), ms);
  });
  try {
    return await Promise.race([task, late]);
  } finally {
    clearTimeout(timer);
  }
}
