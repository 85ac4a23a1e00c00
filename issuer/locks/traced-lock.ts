import { inSpan, isTracing, setSpanAttributes } from "../../shared/tracing/tracing.js";
import type { SequenceLock } from "../issuing/deps.js";

/** Traces each try to take a lock in a span of the trace at hand. Without traces the given lock is returned. */
export function traceLock(lock: SequenceLock): SequenceLock {
  if (!isTracing()) return lock;
  const tryAcquire: SequenceLock["tryAcquire"] = async (key) => {
    const held = await lock.tryAcquire(key);
    if (!held) setSpanAttributes({ "talonario.outcome": "taken" });
    return held;
  };
  return { ...lock, tryAcquire: (key) => inSpan("lock", {}, () => tryAcquire(key)) };
}
