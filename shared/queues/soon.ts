/**
 * Gives the task's result, or rejects when it takes longer. An answer that is there already counts, however late this process gets
 * to read it. The task itself is not stopped.
 */
export function soon<T>(ms: number, task: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`Redis gave no answer within ${ms} ms`));
    const timer = setTimeout(() => setImmediate(() => setImmediate(late)), ms);
    task.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
