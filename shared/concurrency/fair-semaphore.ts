import { type Clock, realClock } from "./clock.js";
import { type Groups, keyOf, measureGroups, ofLargest, ofLeast } from "./groups.js";
import { createRecentCounts } from "./recent-counts.js";

/** Thrown for who gave way in the line, or waited as long as one may. */
export class GaveWay extends Error {
  override name = "GaveWay";
}

/** Who asks for a place. */
export interface Claim {
  groups: Groups;
  /**
   * How well the holder of a place does: of a group, who does worst gives way. Without it, or while it is infinite, the place is kept
   * until it is left.
   */
  standing?(): number;
  /** Tells a holder that its place is another's from now on. */
  giveWay?(): void;
}

export interface FairSemaphore {
  /** Resolves when there is a place, with how to leave it. To leave it twice, or after it was given up, does nothing. @throws GaveWay */
  enter(claim: Claim): Promise<() => void>;
}

interface Bounds {
  /** How many hold a place at once. */
  places: number;
  /** How many of them one key holds at most, with what it has in line: default, all. */
  ofKey?: number;
  /** How many wait. By default nobody: a newcomer has the place of somebody who gives way. */
  line?: number;
  /** How long a newcomer waits for a place to be left, before a holder gives way; 0: not at all. By default no holder gives way. */
  patienceMs?: number;
  /** How long anybody waits at most. To be given with a line. */
  longestMs?: number;
  clock?: Clock;
}

interface Holder extends Claim {
  gaveUp: boolean;
}

interface Waiting {
  claim: Claim;
  groups: Groups;
  begin(leave: () => void): void;
  refuse(): void;
}

/** Who waits looks at the holders no more often. */
const leastPatienceMs = 500;

/** So long it counts that somebody gave way, or had a place. */
const rememberedMs = 10_000;

/**
 * Places that many share, and a line for them, out of which nobody is kept by those who came before. When all are taken, one of the
 * largest group gives way to the newcomer, and never the newcomer itself. That somebody gave way of late makes their group larger: so a
 * flood that comes again and again gives way to who comes once.
 *
 * The next turn is theirs whose groups have and had the least, and of equals who came last. In a line that moves, nobody waits for long;
 * in one that a flood fills, whoever comes to the end would wait for all of the flood.
 */
export function createFairSemaphore({
  places,
  ofKey = Number.POSITIVE_INFINITY,
  line = 0,
  patienceMs = Number.POSITIVE_INFINITY,
  longestMs = 0,
  clock = realClock,
}: Bounds): FairSemaphore {
  const holders = new Set<Holder>();
  /** In the order in which they came. */
  const waiting = new Set<Waiting>();
  const ended = createRecentCounts(rememberedMs, clock.nowMs);
  const served = createRecentCounts(rememberedMs, clock.nowMs);

  const heldBy = (groups: Groups) => [...holders].filter(isOf(groups)).length;
  const mayHold = ({ groups }: { groups: Groups }) => ofKey === Number.POSITIVE_INFINITY || heldBy(groups) < ofKey;

  function hold(claim: Claim): () => void {
    const holder: Holder = { ...claim, gaveUp: false };
    holders.add(holder);
    return () => {
      if (holder.gaveUp || !holders.delete(holder)) return;
      served.add(keyOf(claim.groups));
      const next = holders.size < places ? findNext() : undefined;
      if (next) begin(next);
    };
  }

  function begin(one: Waiting): void {
    waiting.delete(one);
    one.begin(hold(one.claim));
  }

  function findNext(): Waiting | undefined {
    const had = (key: string) => ended.of(key) + served.of(key);
    return ofLeast([...waiting].filter(mayHold), had).at(-1);
  }

  /** Has a holder give way: one of the same key where the key may have no more. */
  function endHolder(claim: Claim): boolean {
    const able = [...holders].filter((each) => standingOf(each) < Number.POSITIVE_INFINITY);
    const candidates = mayHold(claim) ? able : able.filter(isOf(claim.groups));
    const worst = worstOf(ofLargest(candidates, measureGroups([...holders, claim], ended.of)));
    if (!worst) return false;
    worst.gaveUp = true;
    holders.delete(worst);
    ended.add(keyOf(worst.groups));
    worst.giveWay?.();
    return true;
  }

  function endWaiting(one: Waiting): void {
    waiting.delete(one);
    ended.add(keyOf(one.groups));
    one.refuse();
  }

  /** Has one of the line give way, at random, but who has the next turn: of the same key where the key may have no more. */
  function makeRoomInLine(claim: Claim): void {
    const own = [...waiting].filter(isOf(claim.groups));
    const isOwnTurn = own.length > 0 && heldBy(claim.groups) + own.length >= ofKey;
    if (waiting.size < line && !isOwnTurn) return;
    const next = findNext();
    const others = [...waiting].filter((each) => each !== next);
    const sizeOf = measureGroups([...waiting, claim], ended.of);
    const candidates = ofLargest(isOwnTurn ? own : others.length > 0 ? others : [...waiting], sizeOf);
    const loser = candidates[Math.floor(Math.random() * candidates.length)];
    if (loser) endWaiting(loser);
  }

  function wait(claim: Claim): Promise<() => void> {
    return new Promise((resolve, reject) => {
      let callOff = (): void => undefined;
      const look = () => {
        if (endHolder(claim)) begin(one);
        else callOff = clock.after(Math.max(patienceMs, leastPatienceMs), look);
      };
      const longest = clock.after(longestMs, () => endWaiting(one));
      const stop = () => {
        longest();
        callOff();
      };
      const one: Waiting = {
        claim,
        groups: claim.groups,
        begin(leave) {
          stop();
          resolve(leave);
        },
        refuse() {
          stop();
          reject(new GaveWay("no place to wait"));
        },
      };
      waiting.add(one);
      if (patienceMs < longestMs) callOff = clock.after(Math.max(patienceMs, leastPatienceMs), look);
    });
  }

  return {
    async enter(claim) {
      const isFree = holders.size < places && mayHold(claim);
      if (isFree || (patienceMs === 0 && endHolder(claim))) return hold(claim);
      if (line === 0) throw new GaveWay("no place");
      makeRoomInLine(claim);
      return wait(claim);
    },
  };
}

const isOf =
  (groups: Groups) =>
  (one: { groups: Groups }): boolean =>
    keyOf(one.groups) === keyOf(groups);

const standingOf = ({ standing }: Claim): number => standing?.() ?? Number.POSITIVE_INFINITY;

function worstOf(holders: readonly Holder[]): Holder | undefined {
  let worst: Holder | undefined;
  for (const each of holders) if (!worst || standingOf(each) < standingOf(worst)) worst = each;
  return worst;
}
