/** The work's result, or an error after `timeoutMs`. The work itself goes on, and its result is ignored. */
export async function withTimeout<T>(timeoutMs: number, message: string, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${message} (${timeoutMs} ms)`)), timeoutMs);
  });
  try {
    return await Promise.race([work(), expired]);
  } finally {
    clearTimeout(timer);
  }
}
