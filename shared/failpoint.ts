/**
 * The points of the path at which a test can make this process die, stand still or fail. P0 to P12 are FAULTS.md's.
 * Without the setting FAILPOINT each is one comparison.
 */
export const failpoints = [
  "before_check", // P0, api
  "before_tx1", // P1, api
  "after_tx1",
  "after_enqueue", // P2, api
  "before_cancel", // P3, api
  "after_epoch", // P4, issuer
  "before_tx2", // P6, issuer: what earlier takers left is settled (P5)
  "after_tx2",
  "before_first_byte", // P7, issuer: past the last look at the clock
  "after_answer", // P8, issuer
  "before_tx3", // P9, issuer
  "after_tx3",
  "before_announce", // P10, issuer
  "before_response", // P11, api
  "before_pdf_record", // P12, renderer: the file is stored
  "after_mail", // P12, mailer: the SMTP server has it
] as const;

export type Failpoint = (typeof failpoints)[number];

/** Mechanisms that a test can take away, to see that correctness does not rest on them. */
export const switches = ["redlock_off"] as const;

type Strike = { action: "kill" } | { action: "error" } | { action: "pause"; ms: number };

interface Scripted {
  strike: Strike;
  /** Only this passage; undefined is every one. */
  passage: number | undefined;
}

export interface FailpointScript {
  points: Map<Failpoint, Scripted>;
  switches: Set<string>;
}

/** Reads FAILPOINT: `after_tx2:kill`, `after_tx2:pause=12000`, `before_tx3:error@2`, `redlock_off`, separated by commas. */
export function readFailpoints(text: string): FailpointScript | { fault: string } {
  const script: FailpointScript = { points: new Map(), switches: new Set() };
  for (const part of text.split(",").map((each) => each.trim())) {
    if (isOneOf(switches, part)) {
      script.switches.add(part);
      continue;
    }
    const [, name = "", action, ms, passage] = /^(\w+):(kill|error|pause=(\d+))(?:@(\d+))?$/.exec(part) ?? [];
    if (!isOneOf(failpoints, name)) return { fault: `${part}: none of the points or not of the form point:action` };
    const strike: Strike =
      ms === undefined ? { action: action === "kill" ? "kill" : "error" } : { action: "pause", ms: Number(ms) };
    script.points.set(name, { strike, passage: passage === undefined ? undefined : Number(passage) });
  }
  return script;
}

const isOneOf = <Name extends string>(names: readonly Name[], text: string): text is Name =>
  (names as readonly string[]).includes(text);

let armed: FailpointScript | undefined;
const passages = new Map<Failpoint, number>();

/** Once, at the start of a process; without a setting nothing is armed. */
export function armFailpoints(setting: string | undefined): void {
  const script = setting === undefined ? undefined : readFailpoints(setting);
  armed = script && "points" in script ? script : undefined;
  passages.clear();
}

export const isSwitchedOff = (name: (typeof switches)[number]): boolean => armed?.switches.has(name) ?? false;

/** Marks a point of the path. @throws Error when the point is scripted to fail */
export function failpoint(name: Failpoint): void {
  if (armed !== undefined) pass(armed, name);
}

function pass({ points }: FailpointScript, name: Failpoint): void {
  const scripted = points.get(name);
  if (!scripted) return;
  const passage = (passages.get(name) ?? 0) + 1;
  passages.set(name, passage);
  if (scripted.passage !== undefined && scripted.passage !== passage) return;

  const { strike } = scripted;
  if (strike.action === "error") throw new Error(`failpoint ${name}`);
  if (strike.action === "kill") process.kill(process.pid, "SIGKILL");
  standStill(strike.action === "pause" ? strike.ms : untilItIsDeadMs);
}

const untilItIsDeadMs = 60_000;

/** The whole process: no timer fires and no byte is read, as under SIGSTOP or a long collection of garbage. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
