import type { Language } from "../../shared/domain/localized-text.js";

const width = 32;
const drawEveryMs = 100;

/** A progress bar on standard error, redrawn in place. If that is no terminal, nothing is drawn. */
export function progressBar(label: string, language: Language = "en") {
  const amount = (count: number) => count.toLocaleString(language === "es" ? "es-AR" : "en");
  let drawnAtMs = Number.NEGATIVE_INFINITY;
  const { stderr } = process;
  return {
    show(done: number, total: number): void {
      const nowMs = performance.now();
      if (!stderr.isTTY || (done < total && nowMs - drawnAtMs < drawEveryMs)) return;
      drawnAtMs = nowMs;
      const filled = Math.round((width * done) / total);
      const bar = "█".repeat(filled) + "░".repeat(width - filled);
      stderr.write(`\r\x1b[2K${label} ${bar} ${amount(done)} ${language === "es" ? "de" : "of"} ${amount(total)}`);
    },
    clear(): void {
      if (stderr.isTTY) stderr.write("\r\x1b[2K");
    },
  };
}
