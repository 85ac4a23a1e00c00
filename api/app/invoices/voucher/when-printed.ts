import { setTimeout as delay } from "node:timers/promises";
import type { DownloadResult } from "../../downloads/download.js";

/** How long a page waits for a PDF that is being made. It takes about half a second. */
const waitMs = 4_000;
/** The first pause between two looks. Each is a fourth longer than the one before. */
const firstPauseMs = 80;

/** Asks for a PDF until it is made, for some seconds at most. */
export async function whenPrinted(ask: () => Promise<DownloadResult>): Promise<DownloadResult> {
  const giveUpAtMs = performance.now() + waitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs *= 1.25) {
    const passed = await ask();
    const isMade = "file" in passed || passed.fault.code !== "PDF_NOT_READY";
    if (isMade || performance.now() + pauseMs > giveUpAtMs) return passed;
    await delay(pauseMs);
  }
}
