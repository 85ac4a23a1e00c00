/** Does one task after the other, whatever became of those before. @throws what the first that failed threw, once all are over */
export async function runAllThenThrow(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const task of tasks) await task().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
