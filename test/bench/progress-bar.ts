const width = 32;

/** A progress bar. On a terminal it redraws its line; elsewhere it prints a line every ten seconds. */
export function progressBar(label: string, total: number) {
  const startedAtMs = performance.now();
  let drawnAtMs = Number.NEGATIVE_INFINITY;
  return (done: number, phase = "") => {
    const nowMs = performance.now();
    const isLast = done >= total;
    if (nowMs - drawnAtMs < (process.stderr.isTTY ? 200 : 10_000) && !isLast) return;
    drawnAtMs = nowMs;
    const filled = Math.round((width * done) / total);
    const bar = "█".repeat(filled) + "░".repeat(width - filled);
    const seconds = ((nowMs - startedAtMs) / 1000).toFixed(0);
    const line = `${label} ${bar} ${done.toLocaleString("en")} of ${total.toLocaleString("en")}, ${seconds} s ${phase}`;
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[2K${line}` : `${line}\n`);
  };
}
