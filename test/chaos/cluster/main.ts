import { spawn } from "node:child_process";
import { once } from "node:events";
import { findRedis } from "../../sandbox/servers/redis-binary.js";
import { makeNetwork } from "./network.js";
import { type ClusterOptions, readOptions, usage } from "./options.js";
import { type ClusterPrograms, findClusterPrograms } from "./programs.js";
import { runDrill } from "./run.js";

/** How it ends where it cannot be run. */
const notToBeHad = 2;

/**
 * Runs the service on three hosts, and lets them die. Gives the exit code: 1 on any violation. The command starts itself again inside the
 * network of the drill, outside its hosts.
 */
export async function runCluster(args: string[]): Promise<number> {
  let options: ClusterOptions;
  let programs: ClusterPrograms;
  try {
    options = readOptions(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n  ${usage}`);
    return 1;
  }
  try {
    programs = await findClusterPrograms();
    // Fetched from outside: the drill's network leads nowhere.
    await findRedis();
  } catch (error) {
    console.error(`The drill was not run: ${error instanceof Error ? error.message : error}`);
    return notToBeHad;
  }
  if (options.network !== undefined) return runDrill(options, { network: options.network, programs });

  const name = `${process.pid}`;
  const network = await makeNetwork(name).catch((error) => {
    console.error(`The drill was not run: its three hosts need root on Linux: ${error.message}`);
    return undefined;
  });
  if (!network) return notToBeHad;
  try {
    const command = ["netns", "exec", network.outside, process.execPath, ...process.execArgv, process.argv[1] ?? ""];
    const again = [...args, "--network", name, "--seed", `${options.seed}`];
    const child = spawn("ip", [...command, ...again], { stdio: "inherit" });
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
    const [code] = await once(child, "exit");
    return code ?? 1;
  } finally {
    await network.remove();
  }
}
