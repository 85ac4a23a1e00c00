/** Measures the steps of a drill, and prints them at its end. */
export interface Clock {
  step<T>(name: string, run: () => Promise<T>): Promise<T>;
  /** A line of its own. */
  note(line: string): void;
  print(): void;
}

export function startClock(drill: string): Clock {
  const lines: string[] = [];
  return {
    async step(name, run) {
      const begun = performance.now();
      const result = await run();
      lines.push(`${((performance.now() - begun) / 1000).toFixed(1).padStart(7)} s  ${name}`);
      return result;
    },
    note: (line) => void lines.push(`           ${line}`),
    print: () => console.log(`${drill}\n${lines.join("\n")}\n`),
  };
}
