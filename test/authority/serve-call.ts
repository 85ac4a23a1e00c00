import { setTimeout as wait } from "node:timers/promises";
import type { Call, HttpAnswer } from "./call.js";
import type { Fault, ScriptedFault } from "./faults.js";
import type { Settings } from "./settings.js";
import type { World } from "./world.js";

/** The answer to send; "drop" cuts the connection instead. */
export type Outcome = HttpAnswer | "drop";

/** Waits without keeping a process or a test alive. */
const pause = (ms: number) => wait(ms, undefined, { ref: false });

const html =
  "<!DOCTYPE html><html><head><title>Service Unavailable</title></head><body><h1>Service Unavailable</h1></body></html>";

/** A number as it is, or a draw from the log-normal distribution with this median and 99th percentile. */
function drawLatency(latency: Settings["latencyMs"]): number {
  if (typeof latency === "number") return latency;
  const deviation = Math.log(latency.p99 / latency.p50) / 2.326;
  const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  return latency.p50 * Math.exp(deviation * normal);
}

type Spoiled = Outcome | undefined;

/** The outcome that a fault puts in place of the answer; undefined when the call continues normally. */
function spoil(world: World, fault: ScriptedFault, call: Call, answer: () => HttpAnswer): Spoiled | Promise<Spoiled> {
  const outcomes: Record<Fault["action"], () => Spoiled | Promise<Spoiled>> = {
    drop: () => "drop",
    delay: () => undefined,
    status: () => ({ status: fault.status, contentType: "text/plain", body: fault.body }),
    html: () => ({ status: fault.status, contentType: "text/html", body: fault.body || html }),
    truncate: () => {
      const whole = answer();
      return { ...whole, body: whole.body.slice(0, Math.floor(whole.body.length / 2)) };
    },
    error: () => call.error(fault.code, fault.msg),
    fault: () => call.fault(fault.code, fault.msg),
    async repeat() {
      note(world, call);
      const delivered = await call.run();
      return fault.when === "after" ? delivered : undefined;
    },
    hang: () => world.faults.cleared().then(() => "drop" as const),
  };
  return outcomes[fault.action]();
}

function note(world: World, call: Call): void {
  const key = `${call.environment} ${call.operation}`;
  world.calls.set(key, (world.calls.get(key) ?? 0) + 1);
  world.requests.add(call);
}

/** Carries a call out under the scripted latency and faults. */
export async function serveCall(world: World, call: Call): Promise<Outcome> {
  note(world, call);
  const halfMs = drawLatency(world.settings.latencyMs) / 2;

  if (halfMs > 0) await pause(halfMs);
  const before = world.faults.take(call, "before");
  if (before) {
    if (before.ms > 0) await pause(before.ms);
    const outcome = await spoil(world, before, call, () => call.error(before.code, before.msg));
    if (outcome) return outcome;
  }

  const answer = await call.run();

  const after = world.faults.take(call, "after");
  if (after?.ms) await pause(after.ms);
  if (halfMs > 0) await pause(halfMs);
  return (after && (await spoil(world, after, call, () => answer))) ?? answer;
}
