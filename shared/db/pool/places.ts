/** A line for one kind of work. */
export interface PlaceLine {
  /**
   * Calls `granted` once there is a place: at once if there is one, and later otherwise. Gives what leaves the line before that.
   * Whoever has a place gives it back by `leave`, once.
   */
  enter(granted: (leave: () => void) => void): () => void;
}

export interface ConnectionPlaces {
  /** @param share which share the work's places are counted in; @param most how many this line may hold at once */
  line(share: string, most?: number): PlaceLine;
  waiting(): number;
}

interface Share {
  own: number;
  held: number;
}
interface ShareQueue {
  share: Share;
  rank: number;
  most: number;
  held: number;
  servedAt: number;
  queue: ((leave: () => void) => void)[];
}

/**
 * A bound of places that several shares have together. A share may hold as many as are free, but for those that the others have not
 * taken of their own: so none starves, however long another one holds its places. Who waits is served in the order of the shares as they
 * are named; the lines of one share take turns, and one line is served in its order.
 *
 * @param own how many places each share has for itself. Their sum is at most `total`.
 */
export function createConnectionPlaces(total: number, own: Record<string, number>): ConnectionPlaces {
  const names = Object.keys(own);
  const shares = new Map(names.map((name) => [name, { own: own[name] ?? 0, held: 0 }]));
  const lines: ShareQueue[] = [];
  let turn = 0;
  let waiting = 0;

  function isFree({ share, most, held }: ShareQueue): boolean {
    let free = total;
    for (const one of shares.values()) free -= one === share ? one.held : Math.max(one.held, one.own);
    return held < most && free > 0;
  }

  function grant(line: ShareQueue, granted: (leave: () => void) => void): void {
    line.held++;
    line.share.held++;
    line.servedAt = ++turn;
    let hasLeft = false;
    granted(() => {
      if (hasLeft) return;
      hasLeft = true;
      line.held--;
      line.share.held--;
      admit();
    });
  }

  function admit(): void {
    if (waiting === 0) return;
    const [next] = lines
      .filter((line) => line.queue.length > 0 && isFree(line))
      .sort((one, other) => one.rank - other.rank || one.servedAt - other.servedAt);
    const granted = next?.queue.shift();
    if (!next || !granted) return;
    waiting--;
    grant(next, granted);
    admit();
  }

  return {
    line(name, most = total) {
      const share = shares.get(name);
      if (!share) throw new RangeError(`there is no share ${name}`);
      const line: ShareQueue = { share, rank: names.indexOf(name), most, held: 0, servedAt: 0, queue: [] };
      lines.push(line);
      return {
        enter(granted) {
          if (line.queue.length === 0 && isFree(line)) grant(line, granted);
          else {
            line.queue.push(granted);
            waiting++;
          }
          return () => {
            const at = line.queue.indexOf(granted);
            if (at >= 0) waiting -= line.queue.splice(at, 1).length;
          };
        },
      };
    },
    waiting: () => waiting,
  };
}
