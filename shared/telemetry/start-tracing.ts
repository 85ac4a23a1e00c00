import type { OnClose } from "../lifecycle/shutdown.js";
import type { Log } from "../logging/log.js";
import { isTracing, stopTracing, takeLost, useTracing } from "../tracing/tracing.js";

interface TracingConfig {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_BSP_MAX_QUEUE_SIZE: number;
}

/** Begins to trace, where there is a collector. Only then anything of OpenTelemetry is loaded. Call it before the log is made. */
export async function startTracing(
  process: "api" | "app" | "issuer" | "renderer" | "mailer",
  config: TracingConfig,
): Promise<void> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return;
  const { openTelemetry } = await import("./open-telemetry.js");
  useTracing(openTelemetry(`talonario-${process}`, config.OTEL_BSP_MAX_QUEUE_SIZE));
}

const tellEveryMs = 60_000;

/** Tells of lost spans, at most once a minute, and sends what is left when all else of the process is closed: call it first. */
export function tendTracing(log: Log, onClose: OnClose): void {
  if (!isTracing()) return;
  const tell = () => {
    const { spans, why } = takeLost();
    if (spans > 0) log.warn({ spans, why }, "spans were lost: the collector is away, slow or refuses them");
  };
  const telling = setInterval(tell, tellEveryMs).unref();
  onClose("traces", async () => {
    clearInterval(telling);
    await stopTracing();
    tell();
  });
}
