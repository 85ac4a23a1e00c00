import type { AnswerKind } from "../../../shared/domain/cae-outcome.js";
import type { Process } from "./process.js";
import type { World } from "./world.js";

export type Exchanged<Answer> =
  | { outcome: "answered"; answer: Answer }
  | { outcome: "notSent"; cause: string; heard: AnswerKind }
  | { outcome: "unknown"; cause: string; heard: AnswerKind };

/** The outage of one issuer's way to the authority. */
export const cutOffName = ({ name }: Pick<Process, "name">, how: "refuses" | "silent") =>
  `the network of ${name} (${how})`;

export const isIsolated = ({ outages }: World, process: Process): boolean =>
  (["refuses", "silent"] as const).some((how) => outages.has(cutOffName(process, how)));

/** A late request arrives at most this long after its caller's timeout; with `lateLong`, up to minutes later. */
const lateMs = 3_500;
const veryLateMs = 180_000;

/** One call to the authority: connect, send, judge, answer. Each part can be lost or late on its own. */
export async function exchange<Answer>(
  world: World,
  process: Process,
  kind: "send" | "read",
  judge: (isRepeated?: boolean) => Answer,
  mayStart: () => boolean = () => true,
): Promise<Exchanged<Answer>> {
  const { random, scheduler, circumstances } = world;
  const { callTimeoutMs } = circumstances;
  const arrive = (delayMs: number, deliver: () => void) => {
    world.travelling++;
    scheduler.after(delayMs, () => {
      world.travelling--;
      deliver();
    });
  };
  const travelMs = () => random.between(2, 120);

  if (world.fault("pauseAtCall")) process.standStill(10_000);
  await process.sleep(world.fault("connectSlow") ? random.between(100, 3_000) : random.between(0, 50));
  const isRefused = world.fault("notSent") || world.outages.has("authority (refuses)");
  if (isRefused || world.outages.has(cutOffName(process, "refuses")))
    return { outcome: "notSent", cause: "ECONNREFUSED", heard: "nothing" };
  if (!mayStart()) return { outcome: "notSent", cause: "dropped before the first byte", heard: "notAsked" };

  return new Promise((resolve) => {
    const unknown = (cause: string) => () => resolve({ outcome: "unknown", cause, heard: "nothing" });
    process.later(callTimeoutMs, unknown("no answer in time"));
    if (world.outages.has("authority (silent)") || world.outages.has(cutOffName(process, "silent"))) return;
    if (kind === "send" && world.outages.has("issuing (silent)")) return;
    if (world.fault(kind === "send" ? "requestLost" : "readLost")) return breakOff();

    if (kind === "send" && !world.guards.postsOnce && random.chance(0.1)) {
      const repeatedMs = random.between(0, circumstances.callTimeoutMs);
      arrive(repeatedMs, () => {
        const answer = judge();
        process.later(travelMs(), () => resolve({ outcome: "answered", answer }));
      });
    }
    const late = kind === "send" && world.fault("requestLate");
    if (late) breakOff();
    const lateForMs = () =>
      world.fault("lateLong")
        ? Math.min(random.between(0, veryLateMs), circumstances.faultsEndMs - scheduler.nowMs())
        : random.between(0, callTimeoutMs + lateMs);
    arrive(late ? lateForMs() : travelMs(), () => {
      const isTwice = kind === "send" && world.fault("requestTwice");
      // Of two copies the first may be the later one to arrive.
      const isFirstLate = isTwice && world.fault("copyLate");
      if (isFirstLate) arrive(lateForMs(), judge);
      // Of two answers the caller sees the second.
      const first = isFirstLate ? undefined : judge();
      const answer = first === undefined || isTwice ? judge(true) : first;
      if (world.fault("answerLost")) return breakOff();
      if (kind === "send" && world.outages.has("issuing (answers lost)")) return;
      const slowMs = world.fault("answerSlow") ? random.between(0, callTimeoutMs * 1.2) : 0;
      const garbled = world.fault("garbage");
      process.later(
        travelMs() + slowMs,
        garbled ? unknown("unreadable") : () => resolve({ outcome: "answered", answer }),
      );
    });

    /** The caller learns at once that the connection broke, or only by its timeout. */
    function breakOff(): void {
      if (random.chance(0.5)) process.later(random.between(1, 200), unknown("ECONNRESET"));
    }
  });
}
