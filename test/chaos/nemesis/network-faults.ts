import type { ProcessName } from "../../support/processes/service-processes.js";
import type { Dependency } from "../../support/servers/process-proxies.js";
import type { TcpProxy } from "../../support/servers/tcp-proxy.js";
import type { Fault } from "./fault.js";
import type { Victim } from "./targets.js";

type Spoil = (proxy: TcpProxy, victim: Victim) => Promise<void>;

const spoils: Record<string, Spoil> = {
  cut: async (proxy) => proxy.cut(),
  strand: async (proxy) => proxy.strand(),
  async stall(proxy, { random, pause }) {
    proxy.stall();
    await pause(random.integer(1_000, 8_000));
    if (random.chance(0.5)) proxy.cut();
    await proxy.pass();
  },
  async refuse(proxy, { random, pause }) {
    await proxy.refuse();
    await pause(random.integer(500, 8_000));
    await proxy.pass();
  },
  async slow(proxy, { random, pause }) {
    proxy.delay(random.integer(50, 400));
    await pause(random.integer(2_000, 6_000));
    await proxy.pass();
  },
};

const spoil = (name: ProcessName, dependency: Dependency, how: string): Fault => ({
  name: `${how} ${name.replace(/-\d+$/, "")} - ${dependency}`,
  touches: [`${name} ${dependency}`],
  strike: async (victim) => spoils[how]?.(victim.system.proxies.of(name, dependency), victim),
});

const commits = [
  "talonario_submit_next",
  "talonario_approve",
  "talonario_record_new",
  "talonario_record_issuance",
  "talonario_cancel_overdue",
];

/** Loses a commit on its way to PostgreSQL, or its answer. */
const loseCommit = (name: ProcessName): Fault => ({
  name: `lose a commit of ${name.replace(/-\d+$/, "")}`,
  touches: [`${name} postgres`],
  async strike({ system, random, pause }) {
    const proxy = system.proxies.of(name, "postgres");
    proxy.strike({
      match: random.pick(commits),
      lose: random.pick(["request", "answer"]),
      times: random.integer(1, 3),
    });
    await pause(4_000);
    await proxy.pass();
  },
});

export function networkFaults({ apis, issuers, others }: Victim): Fault[] {
  const hows = Object.keys(spoils);
  const of = (names: ProcessName[], dependencies: Dependency[]) =>
    names.flatMap((name) => dependencies.flatMap((dependency) => hows.map((how) => spoil(name, dependency, how))));
  return [
    ...of(issuers, ["postgres", "redis", "authority"]),
    ...of(apis, ["postgres", "redis"]),
    ...of(others, ["postgres", "redis"]),
    ...of(
      others.filter((name) => name === "mailer"),
      ["smtp"],
    ),
    ...[...apis, ...issuers].flatMap((name) => [loseCommit(name), loseCommit(name)]),
  ];
}
