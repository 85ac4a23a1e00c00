/** The least processor time of this process that the work took, in milliseconds: of several runs, so that a busy machine counts for little. */
export function leastCpuMs(work: () => unknown, runs = 5): number {
  const times = Array.from({ length: runs }, () => {
    const before = process.cpuUsage();
    work();
    return cpuMsSince(before);
  });
  return Math.min(...times);
}

/** The same of work that waits in between. What this process does meanwhile counts too. */
export async function leastCpuMsOf(work: () => Promise<unknown>, runs = 5): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const before = process.cpuUsage();
    await work();
    times.push(cpuMsSince(before));
  }
  return Math.min(...times);
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
