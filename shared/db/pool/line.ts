/** A line in front of some places. */
export interface Line {
  /**
   * Calls `granted` once there is a place: at once if there is one, and later otherwise. Gives what leaves the line before that.
   * Whoever has a place gives it back by `leave`.
   */
  enter(granted: (leave: () => void) => void): () => void;
  waiting(): number;
}

/** Semaphore whose waiters may leave: so many places, and who waits is served in the order of coming. */
export function createLine(places: number): Line {
  const queue: ((leave: () => void) => void)[] = [];
  let held = 0;

  function grant(granted: (leave: () => void) => void): void {
    held++;
    let hasLeft = false;
    granted(() => {
      if (hasLeft) return;
      hasLeft = true;
      held--;
      const next = queue.shift();
      if (next) grant(next);
    });
  }

  return {
    enter(granted) {
      if (held < places) grant(granted);
      else queue.push(granted);
      return () => {
        const at = queue.indexOf(granted);
        if (at >= 0) queue.splice(at, 1);
      };
    },
    waiting: () => queue.length,
  };
}
