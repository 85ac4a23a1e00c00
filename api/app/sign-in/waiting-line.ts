/** Thrown for who cannot wait: the line is full, or was too slow. */
export class LineIsFull extends Error {
  override name = "LineIsFull";
}

/** Runs work when its turn comes. @throws LineIsFull */
export type PasswordLine = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

interface Bounds {
  /** How much runs at once. */
  atOnce: number;
  /** How much waits at most, in all. */
  maxWaiting: number;
  /** How long anybody waits. */
  longestMs: number;
}

interface Waiting {
  begin(): void;
  refuse(): void;
}

/**
 * A line that nobody can lengthen for others: the keys come in turn, and when it is full whoever has the most in it gives way to one
 * who has fewer.
 */
export function createWaitingLine({ atOnce, maxWaiting, longestMs }: Bounds): PasswordLine {
  /** In the order of their turns. */
  const lines = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;

  function remove(key: string, one: Waiting): void {
    const line = (lines.get(key) ?? []).filter((each) => each !== one);
    waiting -= 1;
    // Whoever was taken out waits behind all other keys.
    lines.delete(key);
    if (line.length > 0) lines.set(key, line);
  }

  function makeRoom(key: string): boolean {
    if (waiting < maxWaiting) return true;
    const own = lines.get(key)?.length ?? 0;
    const [longest, line] = [...lines].reduce((most, each) => (each[1].length > most[1].length ? each : most));
    if (line.length <= own + 1) return false;
    const last = line.at(-1);
    lines.set(longest, line.slice(0, -1));
    waiting -= 1;
    last?.refuse();
    return true;
  }

  function wait(key: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        begin() {
          clearTimeout(timer);
          resolve();
        },
        refuse() {
          clearTimeout(timer);
          reject(new LineIsFull("no place to wait"));
        },
      };
      const timer = setTimeout(() => {
        remove(key, one);
        one.refuse();
      }, longestMs);
      lines.set(key, [...(lines.get(key) ?? []), one]);
      waiting += 1;
    });
  }

  return async (key, work) => {
    if (running < atOnce) running += 1;
    else if (makeRoom(key)) await wait(key);
    else throw new LineIsFull("no place to wait");
    try {
      return await work();
    } finally {
      const [next] = lines;
      const first = next?.[1][0];
      // Whoever is next takes over this place.
      if (next && first) {
        remove(next[0], first);
        first.begin();
      } else running -= 1;
    }
  };
}
