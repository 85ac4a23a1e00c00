import { type Clock, realClock } from "./clock.js";
import { type Groups, keyOf, ofLargestBeside, ofLeast } from "./groups.js";
import { createRecentCounts, type RecentCounts } from "./recent-counts.js";

/** Thrown for who gave way in the line, or waited as long as one may. */
export class GaveWay extends Error {
  override name = "GaveWay";
}

/** For `catch`: where there was no place, fails with this instead. */
export const whenFull =
  (refuse: () => Error) =>
  (error: unknown): never => {
    throw error instanceof GaveWay ? refuse() : error;
  };

/** Refusal, one for all: in a flood, to note for each where it was thrown takes as long as to choose who gives way. */
const noPlace = new GaveWay("no place");

/** Request for a permit. */
interface PermitRequest {
  groups: Groups;
  /**
   * How well the holder of a place does: of a group, who does worst gives way. Without it, or while it is infinite, the place is kept
   * until it is left.
   * @param besideFirst whether whoever needs the place has had nothing of late
   */
  standing?(besideFirst: boolean): number;
  /** Tells a holder that its place is another's from now on. */
  giveWay?(): void;
  /** Aborted when whoever waits need not wait any longer. */
  gone?: AbortSignal;
}

export interface FairSemaphore {
  /** Resolves when there is a place, with how to leave it. To leave it twice, or after it was given up, does nothing. @throws GaveWay */
  enter(claim: PermitRequest): Promise<() => void>;
}

interface SemaphoreBounds {
  /** How many hold a place at once. */
  places: number;
  /** How many of them one key holds at most, with what it has in line: default, all. */
  ofKey?: number;
  /**
   * Bound of a widest group, instead of a key. Its keys share the permits: of those it is the largest that gives way to another, and a key
   * that has the most already is refused, for what would end is its own.
   */
  ofGroup?: number;
  /** How many wait. By default nobody: a newcomer has the place of somebody who gives way. */
  line?: number;
  /** How long a newcomer waits for a place to be left, before a holder gives way; 0: not at all. By default no holder gives way. */
  timeoutMs?: number;
  /** How long anybody waits at most. To be given with a line. */
  longestMs?: number;
  /** Record of who gave way and who had a place, where several doors stand one behind the other. By default its own. */
  history?: History;
  clock?: Clock;
}

export interface History {
  ended: RecentCounts;
  /** In seconds: whoever needs a place often, and briefly, takes little from others. */
  served: RecentCounts;
}

export const createHistory = (clock: Clock = realClock): History => ({
  ended: createRecentCounts(rememberedMs, clock.nowMs),
  served: createRecentCounts(rememberedMs, clock.nowMs),
});

interface PermitHolder extends PermitRequest {
  gaveUp: boolean;
}

interface PermitWaiter {
  claim: PermitRequest;
  groups: Groups;
  begin(leave: () => void): void;
  refuse(): void;
}

/** Shortest pause between looks at the holders. */
const leastTimeoutMs = 500;

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
  ofKey,
  ofGroup,
  line = 0,
  timeoutMs = Number.POSITIVE_INFINITY,
  longestMs = 0,
  clock = realClock,
  history: { ended, served } = createHistory(clock),
}: SemaphoreBounds): FairSemaphore {
  const holders = new Set<PermitHolder>();
  /** In the order in which they came. */
  const waiting = new Set<PermitWaiter>();
  const had = (group: string) => ended.of(group) + served.of(group);
  const secondsSince = (ms: number) => Math.max(1, clock.nowMs() - ms) / 1_000;

  /** Group or key with a bounded share. */
  const shareOf = ofGroup === undefined ? keyOf : (groups: Groups): string => groups[0];
  /** Where a group has its share, what its keys had is the group's as well. */
  const counted = (groups: Groups) => new Set(ofGroup === undefined ? [keyOf(groups)] : groups);
  const note = (counts: RecentCounts, groups: Groups, amount?: number) => {
    for (const group of counted(groups)) counts.add(group, amount);
  };
  const hadBy = (groups: Groups) => [...counted(groups)].reduce((sum, group) => sum + had(group), 0);
  const ofShare = ofGroup ?? ofKey ?? Number.POSITIVE_INFINITY;
  const isOfShare = (groups: Groups) => {
    const share = shareOf(groups);
    return (one: { groups: Groups }): boolean => shareOf(one.groups) === share;
  };
  /** Number of holders of each share. In a flood it is asked of all who wait, whenever one comes. */
  const held = new Map<string, number>();
  const heldBy = (groups: Groups) => held.get(shareOf(groups)) ?? 0;
  function countHeld({ groups }: PermitHolder, change: 1 | -1): void {
    const count = heldBy(groups) + change;
    if (count === 0) held.delete(shareOf(groups));
    else held.set(shareOf(groups), count);
  }
  const mayHold = ({ groups }: { groups: Groups }) => ofShare === Number.POSITIVE_INFINITY || heldBy(groups) < ofShare;

  function hold(claim: PermitRequest): () => void {
    const holder: PermitHolder = { ...claim, gaveUp: false };
    const sinceMs = clock.nowMs();
    holders.add(holder);
    countHeld(holder, 1);
    return () => {
      if (holder.gaveUp || !holders.delete(holder)) return;
      countHeld(holder, -1);
      note(served, claim.groups, secondsSince(sinceMs));
      const next = holders.size < places ? findNext() : undefined;
      if (next) begin(next);
    };
  }

  function begin(one: PermitWaiter): void {
    waiting.delete(one);
    one.begin(hold(one.claim));
  }

  function findNext(among = [...waiting].filter(mayHold)): PermitWaiter | undefined {
    return ofLeast(among, hadBy).at(-1);
  }

  /** Candidates to give way: of the same share where that may have no more. */
  function largestAmong(all: readonly PermitHolder[], claim: PermitRequest): PermitHolder[] {
    const candidates = mayHold(claim) ? all : all.filter(isOfShare(claim.groups));
    return ofLargestBeside(claim, candidates, [...holders], ended.of);
  }

  /** Whether others would have to give way to whoever has the most already. */
  function hasMost(claim: PermitRequest): boolean {
    const largest = ofGroup === undefined ? [] : largestAmong([...holders], claim);
    return largest.length > 0 && largest.every(isOf(claim.groups));
  }

  function endHolder(claim: PermitRequest): boolean {
    const isFirst = had(keyOf(claim.groups)) === 0;
    const standings = new Map([...holders].map((each) => [each, standingOf(each, isFirst)]));
    const able = [...holders].filter((each) => (standings.get(each) ?? 0) < Number.POSITIVE_INFINITY);
    const worst = hasMost(claim) ? undefined : worstOf(largestAmong(able, claim), standings);
    if (!worst) return false;
    worst.gaveUp = true;
    holders.delete(worst);
    countHeld(worst, -1);
    note(ended, worst.groups);
    worst.giveWay?.();
    return true;
  }

  function endWaiting(one: PermitWaiter): void {
    waiting.delete(one);
    note(ended, one.groups);
    one.refuse();
  }

  /** Has one of the line give way, at random, but who has the next turn: of the same share where that may have no more. */
  function makeRoomInLine(claim: PermitRequest): void {
    const own = [...waiting].filter(isOfShare(claim.groups));
    // Of a group one waits beside the next one, and so it is never that one who gives way.
    const ofOwn = ofGroup === undefined ? ofShare - heldBy(claim.groups) : ofGroup + 1;
    const isOwnTurn = own.length > 0 && own.length >= ofOwn;
    if (waiting.size < line && !isOwnTurn) return;
    const all = isOwnTurn ? own : [...waiting];
    const next = isOwnTurn ? findNext(own) : findNext();
    const others = all.filter((each) => each !== next);
    const candidates = ofLargestBeside(claim, others.length > 0 ? others : all, [...waiting], ended.of);
    const loser = candidates[Math.floor(Math.random() * candidates.length)];
    if (loser) endWaiting(loser);
  }

  function wait(claim: PermitRequest): Promise<() => void> {
    return new Promise((resolve, reject) => {
      let callOff = (): void => undefined;
      // Whose turn it is has the place, whoever looked: in a flood others look first.
      const look = () => {
        const next = mayHold(claim) ? findNext() : findNext([...waiting].filter(isOfShare(claim.groups)));
        if (next && endHolder(next.claim)) begin(next);
        if (waiting.has(one)) callOff = clock.after(Math.max(timeoutMs, leastTimeoutMs), look);
      };
      const longest = clock.after(longestMs, () => endWaiting(one));
      const leaveLine = () => {
        waiting.delete(one);
        one.refuse();
      };
      const stop = () => {
        longest();
        callOff();
        claim.gone?.removeEventListener("abort", leaveLine);
      };
      const one: PermitWaiter = {
        claim,
        groups: claim.groups,
        begin(leave) {
          stop();
          resolve(leave);
        },
        refuse() {
          stop();
          reject(noPlace);
        },
      };
      waiting.add(one);
      claim.gone?.addEventListener("abort", leaveLine);
      if (timeoutMs < longestMs) callOff = clock.after(Math.max(timeoutMs, leastTimeoutMs), look);
    });
  }

  return {
    async enter(claim) {
      if (claim.gone?.aborted) throw noPlace;
      const isFree = holders.size < places && mayHold(claim);
      if (isFree || (timeoutMs === 0 && endHolder(claim))) return hold(claim);
      if (line === 0 || hasMost(claim)) throw noPlace;
      makeRoomInLine(claim);
      return wait(claim);
    },
  };
}

const isOf =
  (groups: Groups) =>
  (one: { groups: Groups }): boolean =>
    keyOf(one.groups) === keyOf(groups);

const standingOf = ({ standing }: PermitRequest, besideFirst: boolean): number =>
  standing?.(besideFirst) ?? Number.POSITIVE_INFINITY;

function worstOf(
  holders: readonly PermitHolder[],
  standings: ReadonlyMap<PermitHolder, number>,
): PermitHolder | undefined {
  const of = (each: PermitHolder) => standings.get(each) ?? 0;
  let worst: PermitHolder | undefined;
  for (const each of holders) if (!worst || of(each) < of(worst)) worst = each;
  return worst;
}
