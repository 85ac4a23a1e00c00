/**
 * Runs `late` after `ms`, unless the given function was called before. An answer that is there already counts, however late this process
 * gets to read it: a process that stood still finds its timers over before it looks what came meanwhile.
 */
export function whenLate(ms: number, late: () => void): () => void {
  let isOver = false;
  const tell = () => {
    if (!isOver) late();
  };
  const timer = setTimeout(() => setImmediate(() => setImmediate(tell)), ms);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
