import { inSpan, isTracing, say } from "../../shared/tracing/tracing.js";
import type { SequenceLock } from "../issuing/deps.js";

/** The same lock, with each try to take it in a span of the trace at hand. Without traces it is the given one. */
export function traceLock(lock: SequenceLock): SequenceLock {
  if (!isTracing()) return lock;
  const tryTake: SequenceLock["tryTake"] = async (key) => {
    const held = await lock.tryTake(key);
    if (!held) say({ "talonario.outcome": "taken" });
    return held;
  };
  return { ...lock, tryTake: (key) => inSpan("lock", {}, () => tryTake(key)) };
}
