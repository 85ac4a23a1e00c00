/** Shows the progress in one line: redrawn on a terminal, otherwise printed again every 15 seconds. */
export function createProgress(totalMs: number): (doneMs: number, text: string) => void {
  const { stdout } = process;
  let saidAtMs = Number.NEGATIVE_INFINITY;
  return (doneMs, text) => {
    const share = Math.min(1, doneMs / totalMs);
    const width = 24;
    const bar = "#".repeat(Math.round(share * width)).padEnd(width, ".");
    const line = `  [${bar}] ${String(Math.round(share * 100)).padStart(3)} %  ${text}`;
    if (stdout.isTTY) stdout.write(`\r${line}\u001b[K`);
    else if (performance.now() - saidAtMs >= 15_000) {
      saidAtMs = performance.now();
      stdout.write(`${line}\n`);
    }
  };
}
