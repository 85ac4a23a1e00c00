import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const ip = (...args: string[]) => run("ip", args);

/** Where the callers and the authority are. */
export const outsideAddress = "10.78.0.1";

/** A host is a network namespace: it has its own interfaces, and a cable to the switch. */
export interface HostPlace {
  name: string;
  namespace: string;
  address: string;
  /** The switch's end of its cable. */
  link: string;
}

export const hostNames = ["a", "b", "c"] as const;

/** The three hosts, and the namespace outside them that has the switch. All have a name of this run. */
export const placesOf = (run: string): { outside: string; hosts: HostPlace[] } => ({
  outside: `talonario-${run}-outside`,
  hosts: hostNames.map((name, at) => ({
    name,
    namespace: `talonario-${run}-${name}`,
    address: `10.78.0.${11 + at}`,
    link: `host-${name}`,
  })),
});

/** @throws Error unless it runs as root on Linux */
export async function makeNetwork(run: string): Promise<{ outside: string; remove(): Promise<void> }> {
  const { outside, hosts } = placesOf(run);
  const namespaces = [outside, ...hosts.map(({ namespace }) => namespace)];
  const remove = async () => {
    for (const name of namespaces) {
      for (const pid of await pidsIn(name)) kill(pid);
      await ip("netns", "delete", name).catch(() => undefined);
    }
  };
  try {
    for (const name of namespaces) {
      await ip("netns", "add", name);
      await ip("-n", name, "link", "set", "lo", "up");
    }
    await ip("-n", outside, "link", "add", "switch", "type", "bridge");
    await ip("-n", outside, "address", "add", `${outsideAddress}/24`, "dev", "switch");
    await ip("-n", outside, "link", "set", "switch", "up");
    for (const { namespace, address, link } of hosts) {
      await ip("-n", outside, "link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", namespace);
      await ip("-n", outside, "link", "set", link, "master", "switch", "up");
      await ip("-n", namespace, "address", "add", `${address}/24`, "dev", "eth0");
      await ip("-n", namespace, "link", "set", "eth0", "up");
    }
    return { outside, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Pulls a host's cable at the switch: packets are lost silently, to and from everybody. To be called from outside the hosts. */
export const pullCable = ({ link }: HostPlace) => ip("link", "set", link, "down");
export const plugCable = ({ link }: HostPlace) => ip("link", "set", link, "up");

/** Nobody has it, so what is sent there is lost. */
const nobody = "02:00:00:00:00:fe";

/** Cuts a host off from the others, silently and in both directions. Who is outside still reaches it, and it reaches them. */
export async function cutOff(host: HostPlace, others: HostPlace[]): Promise<void> {
  for (const other of others)
    for (const [here, there] of [
      [host, other],
      [other, host],
    ] as const)
      await ip(
        "-n",
        here.namespace,
        "neigh",
        "replace",
        there.address,
        "lladdr",
        nobody,
        "dev",
        "eth0",
        "nud",
        "permanent",
      );
}

export async function joinAgain(host: HostPlace, others: HostPlace[]): Promise<void> {
  for (const other of others)
    for (const [here, there] of [
      [host, other],
      [other, host],
    ] as const)
      await ip("-n", here.namespace, "neigh", "del", there.address, "dev", "eth0").catch(() => undefined);
}

/** Kills every process of a host at once, as a loss of its power would. */
export async function killHost({ namespace }: HostPlace): Promise<void> {
  for (let pids = await pidsIn(namespace); pids.length > 0; pids = await pidsIn(namespace)) pids.forEach(kill);
}

async function pidsIn(namespace: string): Promise<number[]> {
  const { stdout } = await ip("netns", "pids", namespace).catch(() => ({ stdout: "" }));
  return stdout.split("\n").filter(Boolean).map(Number);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {} // it has ended
}
