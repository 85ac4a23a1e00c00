/** Virtual time: what happens next is the earliest event, and nothing else passes the time. */
export interface Scheduler {
  nowMs(): number;
  after(delayMs: number, run: () => void): void;
  /** One event after the other until the time is up, nothing is left, or `isOver`. */
  runUntil(endMs: number, isOver: () => boolean): Promise<void>;
}

interface Event {
  atMs: number;
  order: number;
  run: () => void;
}

export function createScheduler(): Scheduler {
  const events: Event[] = [];
  let nowMs = 0;
  let order = 0;

  return {
    nowMs: () => nowMs,
    after: (delayMs, run) => push(events, { atMs: nowMs + Math.max(0, delayMs), order: order++, run }),
    async runUntil(endMs, isOver) {
      for (let next = pop(events); next && next.atMs <= endMs; next = pop(events)) {
        nowMs = next.atMs;
        next.run();
        // Whatever the event woke goes on to its own next wait before the next event comes.
        await new Promise(setImmediate);
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
