const labelWidth = 17;

/** One line on the terminal; whoever reads it may be gone already. */
export const say = (line: string): boolean => process.stdout.write(`${line}\n`);

let isMuted = false;

/** Steps that are broken off say no more. */
export const muteSteps = (): void => {
  isMuted = true;
};

/** Runs a step and says in one line how long it took, and how it went when `describe` has something to add. */
export async function step<T>(name: string, run: () => Promise<T>, describe?: (result: T) => string): Promise<T> {
  const started = performance.now();
  const result = await run().catch((error: unknown) => {
    if (!isMuted) say(`  ${name.padEnd(labelWidth)}failed`);
    throw error;
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const detail = describe?.(result);
  if (!isMuted) say(`  ${name.padEnd(labelWidth)}${seconds} s${detail ? `  ${detail}` : ""}`);
  return result;
}
