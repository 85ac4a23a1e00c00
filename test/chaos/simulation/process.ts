import type { World } from "./world.js";

export type Role = "issuer" | "api";

/** A simulated process: it can be killed, started again, and stopped for a while. */
export interface Process {
  name: string;
  /** Another number after every start: what an earlier life began is never gone on with. */
  life(): number;
  isAlive(): boolean;
  isPaused(): boolean;
  monotonicMs(): number;
  /** Goes on after a while; never when the process dies before, later when it stands still. */
  later(delayMs: number, run: () => void): void;
  sleep(ms: number): Promise<void>;
  kill(): void;
  /** Stopped for longer than a lock lasts, or for shorter: a debugger, a full memory, a moved machine. */
  standStill(leastMs: number): void;
  /** What others notice when it dies, such as a broken connection. */
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
      world.tell(name, `stands still for ${Math.round(standsUntilMs - nowMs)} ms`);
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
        // All that came meanwhile is there at once when it wakes, in no particular order.
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
