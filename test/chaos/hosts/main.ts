import { spawn } from "node:child_process";
import { once } from "node:events";
import { makeHosts } from "./network.js";
import { readOptions, usage } from "./options.js";
import { runInside } from "./run.js";

/**
 * Runs the service on two hosts and pulls the cable between them for a while. Gives the exit code: 1 on any violation. The
 * command starts itself again inside the first host. The issuers and the renderer run on the second.
 */
export async function runHosts(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (!options) {
    console.error(usage);
    return 2;
  }
  if (options.inside) return runInside(options, options.inside);

  const hosts = await makeHosts().catch((error) => {
    console.error(`The two hosts could not be created; this needs root on Linux: ${error.message}`);
    return undefined;
  });
  if (!hosts) return 2;
  try {
    const inside = ["--inside", `${hosts.second},${hosts.link}`];
    const command = ["netns", "exec", hosts.first, process.execPath, ...process.execArgv, process.argv[1] ?? ""];
    const child = spawn("ip", [...command, ...args, ...inside], { stdio: "inherit" });
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
    const [code] = await once(child, "exit");
    return code ?? 1;
  } finally {
    await hosts.remove();
  }
}
