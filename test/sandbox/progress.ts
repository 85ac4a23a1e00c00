const labelWidth = 17;

/** Writes one line to the terminal. */
export const say = (line: string): boolean => process.stdout.write(`${line}\n`);

let isMuted = false;

/** From now on, interrupted steps print nothing. */
export const muteSteps = (): void => {
  isMuted = true;
};

/** Runs a step and prints one line with its duration, and with the text of `describe` if there is any. */
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
