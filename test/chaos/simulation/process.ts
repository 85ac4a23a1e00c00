import type { World } from "./world.js";

export type Role = "issuer" | "api";

/** A simulated process. It can be killed, restarted and paused. */
export interface Process {
  name: string;
  /** Increases with every start: nothing that an earlier life began continues. */
  life(): number;
  isAlive(): boolean;
  isPaused(): boolean;
  monotonicMs(): number;
  /** The error of its host's time of day. */
  hostOffsetMs: number;
  /** Runs something after a delay: never if the process dies first, later if it is paused. */
  later(delayMs: number, run: () => void): void;
  sleep(ms: number): Promise<void>;
  kill(): void;
  /** Pauses the process, as a debugger, swapping or a moved virtual machine would. */
  standStill(leastMs: number): void;
  /** Calls `notice` when the process dies, for example to break a connection. */
  whenKilled(notice: () => void): void;
}

export function createProcess(world: World, name: string, role: Role, boot: (process: Process) => void): Process {
  const { random, scheduler } = world;
  let life = 0;
  let alive = false;
  let standsUntilMs = 0;
  let clockOffsetMs = 0;
  let notices: (() => void)[] = [];

  const start = () => {
    life++;
    alive = true;
    standsUntilMs = 0;
    clockOffsetMs = random.between(0, 1e9);
    boot(process);
  };

  const process: Process = {
    name,
    life: () => life,
    isAlive: () => alive,
    isPaused: () => standsUntilMs > scheduler.nowMs(),
    hostOffsetMs: 0,
    monotonicMs: () => scheduler.nowMs() + clockOffsetMs,
    later: (delayMs, run) => step(delayMs, life, run),
    sleep: (ms) => new Promise((resolve) => process.later(ms, resolve)),
    kill() {
      if (!alive) return;
      world.tell(name, "killed");
      alive = false;
      for (const notice of notices.splice(0)) notice();
      notices = [];
      scheduler.after(random.between(200, 8_000), start);
    },
    standStill(leastMs) {
      const pauseMs = random.between(leastMs, 4 * leastMs + 20_000);
      const nowMs = scheduler.nowMs();
      standsUntilMs = Math.min(nowMs + pauseMs, Math.max(nowMs, world.circumstances.faultsEndMs));
      world.tell(name, `is paused for ${Math.round(standsUntilMs - nowMs)} ms`);
    },
    whenKilled: (notice) => {
      notices.push(notice);
    },
  };

  function step(delayMs: number, ofLife: number, run: () => void): void {
    scheduler.after(delayMs, () => {
      if (!alive || life !== ofLife) return;
      if (!process.isPaused()) fail();
      if (!alive) return;
      if (process.isPaused()) {
        // After a pause, everything that was due meanwhile runs at once, in random order.
        step(standsUntilMs - scheduler.nowMs() + random.between(0, 5), ofLife, run);
      } else {
        run();
      }
    });
  }

  function fail(): void {
    if (world.fault(role === "issuer" ? "issuerCrash" : "apiCrash")) process.kill();
    else if (world.fault(role === "issuer" ? "issuerPause" : "apiPause"))
      process.standStill(random.pick([300, 1_000, 10_000]));
  }

  start();
  return process;
}
