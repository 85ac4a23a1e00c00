/** Virtual time: it jumps from each event to the next one. */
export interface Scheduler {
  nowMs(): number;
  after(delayMs: number, run: () => void): void;
  /** Runs the events in order until `endMs`, until none is left, or until `isOver`. */
  runUntil(endMs: number, isOver: () => boolean): Promise<void>;
}

interface Event {
  atMs: number;
  order: number;
  run: () => void;
}

/** Events between two turns of Node's loop: without one, no time limit of a test would be noticed. */
const eventsInTurn = 500;

export function createScheduler(): Scheduler {
  const events: Event[] = [];
  let nowMs = 0;
  let order = 0;
  let done = 0;

  return {
    nowMs: () => nowMs,
    after: (delayMs, run) => push(events, { atMs: nowMs + Math.max(0, delayMs), order: order++, run }),
    async runUntil(endMs, isOver) {
      for (let next = pop(events); next && next.atMs <= endMs; next = pop(events)) {
        nowMs = next.atMs;
        next.run();
        // Lets all code that the event woke run to its next wait before the next event: a tick comes after everything that waits for promises.
        await (done % eventsInTurn === 0 ? new Promise(setImmediate) : new Promise<void>(process.nextTick));
        done += 1;
        if (isOver()) return;
      }
    },
  };
}

const isEarlier = (a: Event, b: Event) => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);

/** A binary heap, the earliest event first. */
function push(heap: Event[], event: Event): void {
  let at = heap.length;
  heap.push(event);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent];
    if (!above || isEarlier(above, event)) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = event;
}

function pop(heap: Event[]): Event | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (!first || !last || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    const left = heap[2 * at + 1];
    const right = heap[2 * at + 2];
    const child = left && right && isEarlier(right, left) ? right : left;
    if (!child || isEarlier(last, child)) break;
    heap[at] = child;
    at = child === left ? 2 * at + 1 : 2 * at + 2;
  }
  heap[at] = last;
  return first;
}
