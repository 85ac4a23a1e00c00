/**
 * The points at which a test can make this process die, stop or fail. P0 to P12 are the steps of the fault matrix.
 * Source: test/chaos/README.md, "Fault matrix".
 * Without the setting FAILPOINT, each costs one comparison.
 */
const failpoints = [
  "before_check", // P0, api
  "before_tx1", // P1, api
  "after_tx1",
  "after_enqueue", // P2, api
  "before_cancel", // P3, api
  "after_epoch", // P4, issuer
  "before_tx2", // P6, issuer: the leftovers are settled (P5)
  "after_tx2",
  "before_first_byte", // P7, issuer: after the last check of the clock
  "after_answer", // P8, issuer
  "before_tx3", // P9, issuer
  "after_tx3",
  "before_announce", // P10, issuer
  "before_response", // P11, api
  "before_pdf_record", // P12, renderer: the file is stored
  "after_mail", // P12, mailer: the SMTP server has the mail
  // Of payments, in the processes that serve pages. Source: api/payments/README.md, "What a lost answer leaves".
  "after_checkout", // recorded, and the provider not asked yet
  "after_preference", // the provider answered, and its page is not kept
  "after_notice", // recorded, and not answered
  "before_payment", // read at the provider, and not written
  "after_payment", // written and granted, and its notice not ended
  "after_bill", // its voucher is issued, and not tied to it
] as const;

export type Failpoint = (typeof failpoints)[number];

/** Mechanisms that a test can switch off, to prove that correctness does not depend on them. */
export const switches = ["redlock_off"] as const;

/** `stop` is SIGSTOP: the process stops until the test sends SIGCONT. */
type Strike = { action: "kill" | "stop" | "error" } | { action: "pause"; ms: number };

interface ScriptedStrike {
  strike: Strike;
  /** Act on this passage only. Undefined: on every passage. */
  passage: number | undefined;
}

export interface FailpointScript {
  points: Map<Failpoint, ScriptedStrike>;
  switches: Set<string>;
}

/**
 * Reads FAILPOINT, a list separated by commas: `after_tx2:kill`, `after_tx2:stop`, `after_tx2:pause=12000`, `redlock_off`,
 * `before_tx3:error@2` (only at the second passage).
 */
export function readFailpoints(text: string): FailpointScript | { fault: string } {
  const script: FailpointScript = { points: new Map(), switches: new Set() };
  for (const part of text.split(",").map((each) => each.trim())) {
    if (isOneOf(switches, part)) {
      script.switches.add(part);
      continue;
    }
    const [, name = "", action = "", ms, passage] = /^(\w+):(\w+)(?:=(\d+))?(?:@(\d+))?$/.exec(part) ?? [];
    const strike = readStrike(action, ms);
    if (!isOneOf(failpoints, name) || !strike) return { fault: `${part}: not a point and what happens there` };
    script.points.set(name, { strike, passage: passage === undefined ? undefined : Number(passage) });
  }
  return script;
}

function readStrike(action: string, ms: string | undefined): Strike | undefined {
  if (action === "pause") return ms === undefined ? undefined : { action, ms: Number(ms) };
  return ms === undefined && isOneOf(["kill", "stop", "error"], action) ? { action } : undefined;
}

const isOneOf = <Name extends string>(names: readonly Name[], text: string): text is Name =>
  (names as readonly string[]).includes(text);

let armed: FailpointScript | undefined;
const passages = new Map<Failpoint, number>();

/** Call once, when the process starts. Without a setting, nothing is armed. */
export function armFailpoints(setting: string | undefined): void {
  const script = setting === undefined ? undefined : readFailpoints(setting);
  armed = script && "points" in script ? script : undefined;
  passages.clear();
}

export const isSwitchedOff = (name: (typeof switches)[number]): boolean => armed?.switches.has(name) ?? false;

/** Marks a point. @throws Error when the script says `error` */
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
  if (strike.action === "pause") standStill(strike.ms);
  else process.kill(process.pid, strike.action === "kill" ? "SIGKILL" : "SIGSTOP");
}

/** Blocks the whole process: no timer fires and no byte is read, as under SIGSTOP or in a long garbage collection. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
