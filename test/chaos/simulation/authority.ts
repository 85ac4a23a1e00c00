import type { CaeOutcome } from "../../../shared/domain/cae-outcome.js";
import { addDays, firstInstantOf, toFiscalDate } from "../../../shared/domain/calendar.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { describeKey, isSameSequence } from "./companies.js";
import type { Ledger } from "./ledger.js";
import { roundsBadly } from "./sale.js";
import type { Tag } from "./tags.js";
import { isAccepted, type Ticket } from "./tickets.js";
import type { World } from "./world.js";

export interface CaeRequest {
  sequence: SequenceKey;
  number: number;
  content: Record<string, string>;
  ticket: Ticket;
  tag: Tag | null;
}

export interface Grant {
  sequence: SequenceKey;
  number: number;
  content: Record<string, string>;
  cae: string;
  atMs: number;
  /** The same by the authority's clock, as look-ups tell it. */
  processedAtMs: number;
  /** Our request; null for a foreign voucher. */
  tag: Tag | null;
  /** Look-ups do not find it before this time. */
  hiddenUntilMs: number;
  /** The counter does not count it before this time. */
  uncountedUntilMs: number;
}

/** A voucher under CAEA that was reported. */
export interface Reported {
  sequence: SequenceKey;
  number: number;
  content: Record<string, string>;
  /** When it was taken. */
  atMs: number;
  /** As of a grant. */
  hiddenUntilMs: number;
  uncountedUntilMs: number;
}

export interface AuthorityBooks {
  grants: Grant[];
  reported: Reported[];
  /** Reports that are refused, whatever a person does: by the names of their numbers. */
  neverReported: Set<string>;
  /** Tickets below this number are not accepted. */
  leastTicket: number;
  /** The companies that took their delegation back. */
  withdrawn: Set<number>;
  /** The error of its clock, and the furthest ahead that it ever was. */
  clockOffsetMs: number;
  furthestOffsetMs: number;
  /** The current day. Vouchers dated more than one day back are rejected. */
  day: number;
}

export const createBooks = (): AuthorityBooks => ({
  grants: [],
  reported: [],
  neverReported: new Set(),
  leastTicket: 1,
  withdrawn: new Set(),
  clockOffsetMs: 0,
  furthestOffsetMs: 0,
  day: 0,
});

/** A fortnight ends with the third day. */
const firstDay = "2026-11-28";
const dayOf = (day: number): string => addDays(firstDay, day);
export const dateOf = (day: number): string => toFiscalDate(dayOf(day));

/** Some time of the present day, in milliseconds since 1970. */
export const timeOf = ({ day }: Pick<AuthorityBooks, "day">): number => firstInstantOf(dayOf(day)) + 43_200_000;
const dateOfGrant = (grant: Grant | undefined): string => grant?.content["CbteFch"] ?? "";

export const lastGrant = ({ grants }: AuthorityBooks, key: SequenceKey): Grant | undefined =>
  grants.findLast(({ sequence }) => isSameSequence(sequence, key));

/** The grant of a number, whoever has it. */
export const grantAt = ({ grants }: AuthorityBooks, key: SequenceKey, number: number | null): Grant | undefined =>
  grants.find((one) => one.number === number && isSameSequence(one.sequence, key));

/** The last number of the point of sale that stands in, as far as the authority knows. */
export const lastReported = ({ reported }: AuthorityBooks, key: SequenceKey): number =>
  reported.findLast(({ sequence }) => isSameSequence(sequence, key))?.number ?? 0;

/** The name of the outage of a point of sale. */
export const blockOf = ({ companyId, posNumber }: SequenceKey): string => `point of sale ${companyId}-${posNumber}`;

/** What the authority's clock shows. Only its answers tell it. */
export const authorityClockOf = ({ scheduler }: Pick<World, "scheduler">, { clockOffsetMs }: AuthorityBooks): number =>
  scheduler.nowMs() + clockOffsetMs;

/** Judges one request as the authority does: in the order of its numbers, and refuses all after the first that fails. */
export function judgeAll(
  world: World,
  books: AuthorityBooks,
  ledger: Ledger,
  requests: CaeRequest[],
  isRepeated = false,
): CaeOutcome[] {
  const forAll = (outcome: CaeOutcome) => requests.map(() => outcome);
  const failsInside = world.fault("internalError") ? world.random.pick(["before", "after"]) : undefined;
  const internal: CaeOutcome = { outcome: "unknown", cause: "(501) Error interno", heard: "failure" };
  if (failsInside === "before") return forAll(internal);
  const isLetIn = requests.every(({ ticket, sequence }) => isAccepted(books, ticket, sequence.companyId));
  // The clock of the node that gets the second copy may be behind the ticket's beginning.
  if (!isLetIn || (isRepeated && world.fault("ticketAtSecond")))
    return forAll({ outcome: "ticket", reasons: [{ code: 600, msg: "ticket" }] });
  const isBlocked = requests.some(({ sequence }) => world.outages.has(blockOf(sequence)));
  if (isBlocked || world.fault(isRepeated ? "refusedAtSecond" : "refused"))
    return forAll({ outcome: "refused", reasons: [{ code: 10005, msg: "blocked" }] });

  const outcomes: CaeOutcome[] = [];
  for (const request of requests) {
    const isOver = outcomes.some(({ outcome }) => outcome !== "approved");
    outcomes.push(isOver ? { outcome: "refused", reasons: [] } : judge(world, books, ledger, request));
  }
  return failsInside === "after" ? forAll(internal) : outcomes;
}

/** Numbers must be consecutive, and dates must not go back. */
function judge(world: World, books: AuthorityBooks, ledger: Ledger, request: CaeRequest): CaeOutcome {
  if (roundsBadly(request.content)) return { outcome: "rejected", reasons: [{ code: 10051, msg: "VAT" }] };
  const unreadable = request.content["DocNro"] === "unreadable";
  const rejected: CaeOutcome = { outcome: "rejected", reasons: [{ code: 10015, msg: "document" }] };
  if (unreadable && world.random.chance(0.5)) return rejected;
  const last = lastGrant(books, request.sequence);
  const date = request.content["CbteFch"] ?? "";
  if (request.number !== (last?.number ?? 0) + 1 || date < dateOfGrant(last)) {
    const authorityTimeMs = authorityClockOf(world, books);
    return { outcome: "stale", reasons: [{ code: 10016, msg: "number or date" }], authorityTimeMs };
  }
  // The window only moves forward, so this date stays refused.
  if (date < dateOf(books.day - 1)) return { outcome: "rejected", reasons: [{ code: 10016, msg: "date window" }] };
  if (unreadable) return rejected;

  const { cae } = grant(world, books, ledger, request);
  const authorityTimeMs = authorityClockOf(world, books);
  return { outcome: "approved", cae, caeExpirationDate: "20261231", observations: [], authorityTimeMs };
}

/** Enters a voucher in the books, ours or a foreign one. */
export function grant(
  world: World,
  books: AuthorityBooks,
  ledger: Ledger,
  { sequence, number, content, tag }: Omit<CaeRequest, "ticket">,
): Grant {
  const atMs = world.scheduler.nowMs();
  const lagMs = (fault: "consultLags" | "countLags") => {
    if (!world.fault(fault)) return 0;
    const maxMs = world.circumstances.faultsEndMs - atMs;
    return world.fault("lagsLong")
      ? Math.min(maxMs, world.random.between(4_000, 90_000))
      : world.random.between(50, 4_000);
  };
  const entry: Grant = {
    sequence,
    number,
    content,
    cae: String(70_000_000_000_000 + books.grants.length),
    atMs,
    processedAtMs: authorityClockOf(world, books),
    tag,
    hiddenUntilMs: atMs + lagMs("consultLags"),
    uncountedUntilMs: atMs + lagMs("countLags"),
  };
  books.grants.push(entry);
  world.tell(
    "authority",
    `grants ${describeKey(sequence)}/${number} to ${tag ? `#${tag.issuanceId}.${tag.revision}` : "another system"}`,
  );
  ledger.granted(entry);
  return entry;
}

export function countedNumber(world: World, books: AuthorityBooks, key: SequenceKey): number {
  const nowMs = world.scheduler.nowMs();
  const isCounted = (one: Grant) => isSameSequence(one.sequence, key) && one.uncountedUntilMs <= nowMs;
  return books.grants.findLast(isCounted)?.number ?? 0;
}

export function findShown(world: World, books: AuthorityBooks, key: SequenceKey, number: number): Grant | undefined {
  const shown = grantAt(books, key, number);
  return shown && shown.hiddenUntilMs <= world.scheduler.nowMs() ? shown : undefined;
}
