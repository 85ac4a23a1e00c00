/** With `BENCH_CPU_PROF=folder`, every process writes a CPU profile to that folder when it ends. */
export const profileTo = (name: string): string[] => {
  const folder = process.env.BENCH_CPU_PROF;
  return folder ? ["--cpu-prof", `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${name}-${Date.now()}.cpuprofile`] : [];
};
