import type { ProcessName } from "../../support/processes/service-processes.js";
import type { Fault } from "./fault.js";
import { revive, type Victim } from "./targets.js";

/** Kills the process at a random moment and starts it again. */
const killAny = (name: ProcessName): Fault => ({
  name: `kill ${name}`,
  touches: [name],
  async strike(victim) {
    await victim.system.kill(name);
    await victim.pause(victim.random.integer(0, 3_000));
    await revive(victim, name);
  },
});

const points = [
  "after_epoch",
  "before_tx2",
  "after_tx2",
  "before_first_byte",
  "after_answer",
  "before_tx3",
  "after_tx3",
];

/** Kills the process at a failpoint, which a random moment would rarely hit. */
const killAtPoint = (name: ProcessName): Fault => ({
  name: `kill ${name} at a point`,
  touches: [name],
  async strike(victim) {
    const { system, random } = victim;
    await system.kill(name);
    await revive(victim, name, `${random.pick(points)}:kill@${random.integer(1, 12)}`);
    await Promise.race([system.exited(name), victim.pause(20_000)]);
    await system.kill(name);
    await revive(victim, name);
  },
});

/** SIGSTOP. An issuer is frozen for longer than its lock lasts. */
const freeze = (name: ProcessName, leastMs: number, maxMs: number): Fault => ({
  name: `freeze ${name}`,
  touches: [name],
  async strike({ system, random, pause }) {
    system.freeze(name);
    await pause(random.integer(leastMs, maxMs));
    system.thaw(name);
  },
});

const stop = (name: ProcessName): Fault => ({
  name: `SIGTERM ${name}`,
  touches: [name],
  async strike(victim) {
    await victim.system.stop(name);
    await revive(victim, name);
  },
});

export const processFaults = ({ apis, issuers, others }: Victim): Fault[] => [
  ...issuers.flatMap((name) => [
    killAny(name),
    killAtPoint(name),
    killAtPoint(name),
    freeze(name, 11_000, 16_000),
    stop(name),
  ]),
  ...apis.flatMap((name) => [killAny(name), freeze(name, 2_000, 8_000), stop(name)]),
  ...others.map(killAny),
];
