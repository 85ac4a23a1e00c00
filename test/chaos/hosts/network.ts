import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const ip = (...args: string[]) => run("ip", args);

/** The addresses of the two hosts on their cable. */
export const addresses = { first: "10.77.0.1", second: "10.77.0.2" };

/** Two network namespaces act as hosts: each has its own interfaces, and one virtual cable connects them. */
export interface Hosts {
  first: string;
  second: string;
  /** The cable's end at the first host. */
  link: string;
  remove(): Promise<void>;
}

/** @throws Error unless it runs as root on Linux */
export async function makeHosts(): Promise<Hosts> {
  const [first, second] = [`talonario-${process.pid}-a`, `talonario-${process.pid}-b`];
  const [link, otherEnd] = [`tal${process.pid}a`, `tal${process.pid}b`];
  const remove = async () => {
    // Deleting a namespace also removes its end of the cable.
    for (const name of [first, second]) await ip("netns", "delete", name).catch(() => undefined);
  };
  try {
    for (const name of [first, second]) await ip("netns", "add", name);
    await ip("link", "add", link, "netns", first, "type", "veth", "peer", "name", otherEnd, "netns", second);
    for (const [name, end, address] of [
      [first, link, addresses.first],
      [second, otherEnd, addresses.second],
    ] as const) {
      await ip("-n", name, "address", "add", `${address}/24`, "dev", end);
      for (const device of ["lo", end]) await ip("-n", name, "link", "set", device, "up");
    }
    return { first, second, link, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Pulls the cable: packets are lost silently, and no connection sees an error. */
export const cutCable = (link: string) => ip("link", "set", link, "down");
export const plugCable = (link: string) => ip("link", "set", link, "up");
