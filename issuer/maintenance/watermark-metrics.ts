import { Counter, Gauge } from "prom-client";
import { withTimeout } from "../../shared/concurrency/with-timeout.js";
import { adminCommand } from "../../shared/config/config.js";
import { readWatermarkState } from "../../shared/db/incarnation/watermarks.js";
import type { Statements } from "../../shared/db/pool/database.js";

export const forgedWatermarks = new Counter({
  name: "talonario_watermarks_forged_total",
  help: "Times that a watermark in Redis or beside the PDFs was read that no issuer signed",
});

const timeoutMs = 3_000;

/** Read when `/metrics` is scraped. Without a sample while the database does not answer. */
export function exposeWaiting(db: Statements): void {
  new Gauge({
    name: "talonario_watermark_waiting",
    help: `1 while nothing is numbered until an operator decides: ${adminCommand("database watermark")}`,
    async collect() {
      const state = await withTimeout(timeoutMs, readWatermarkState(db)).catch(() => undefined);
      if (state) this.set(state.waitingSince === null ? 0 : 1);
      else this.remove();
    },
  });
}
