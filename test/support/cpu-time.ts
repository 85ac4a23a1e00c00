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

const scanned = 'aB, =;%"'.repeat(8_192);

/** Reads 64 KB twenty times: a work of fixed size. */
function scan(): number {
  let sum = 0;
  for (let round = 0; round < 20; round += 1)
    for (let at = 0; at < scanned.length; at += 1) sum = (sum * 31 + scanned.charCodeAt(at)) | 0;
  return sum;
}

/** Processor time of the scan on the machine on which bounds in milliseconds were set, when nothing else ran. */
const scanMs = 4;

/** Slowness of this machine now, from 1 on: how many times longer a fixed work takes. Threads that share a core slow each other down. */
export const slowness = (): number => Math.max(1, leastCpuMs(scan) / scanMs);

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
