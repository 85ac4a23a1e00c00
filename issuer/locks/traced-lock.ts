import { inSpan, isTracing, setSpanAttributes } from "../../shared/tracing/tracing.js";
import type { SequenceLock } from "../issuing/deps.js";

/** The same lock, with each try to take it in a span of the trace at hand. Without traces it is the given one. */
export function traceLock(lock: SequenceLock): SequenceLock {
  if (!isTracing()) return lock;
  const tryAcquire: SequenceLock["tryAcquire"] = async (key) => {
    const held = await lock.tryAcquire(key);
    if (!held) setSpanAttributes({ "talonario.outcome": "taken" });
    return held;
  };
  return { ...lock, tryAcquire: (key) => inSpan("lock", {}, () => tryAcquire(key)) };
}
