import type { Statements } from "../db/database.js";
import { type HistoryStanding, noticeLoss, readHistoryStanding, readPlace, renewHistory } from "../db/history.js";
import { isAhead, isSetBack, type Sighting } from "../domain/sighting.js";
import type { Log } from "../log.js";
import { type HeardWitnesses, hearWitnesses } from "./hear-witnesses.js";
import type { Witness } from "./witnesses.js";

/** Notices when the database goes back. Source: issuer/README.md, section 3, "A database that lost its last commits". */
export interface HistoryWatch {
  /** Compares before a new connection is used: whoever copied files back has stopped the server. */
  connected(db: Statements): Promise<void>;
  /** The same for a process that may not say by itself that files were copied back: its connection waits for an issuer. */
  connectedBehindIssuers(db: Statements): Promise<void>;
  /** Compares, and keeps what it sees. */
  round(db: Statements): Promise<void>;
  /**
   * The same for a process that may not say by itself that files were copied back. What it saw before reaches the issuers. It writes
   * only what nobody has kept a round after it saw it: the issuers write every round, and each write costs a flush or a request.
   */
  roundBehindIssuers(db: Statements): Promise<void>;
}

/** The pause between two rounds of a process. */
export const historyEveryMs = 1_000;

/** Connections that open at the same time share what they ask the witnesses. */
const freshMs = 1_000;

export function createHistoryWatch(
  witnesses: Witness[],
  log: Log,
  nowMs: () => number = () => performance.now(),
): HistoryWatch {
  /** What this process saw last: it needs no witness. */
  let own: Sighting | undefined;
  /** What it had seen a round before. */
  let before: Sighting | undefined;
  let asked: { place: string; atMs: number; heard: Promise<HeardWitnesses[]> } | undefined;
  const { ask, tell } = hearWitnesses(witnesses, log);

  function askOnce(place: string): Promise<HeardWitnesses[]> {
    if (asked?.place !== place || nowMs() - asked.atMs > freshMs) asked = { place, atMs: nowMs(), heard: ask(place) };
    return asked.heard;
  }

  /** What was seen is asked before the position: another issuer may see a later one meanwhile. */
  async function compare(db: Statements, whenSetBack: typeof renewHistory): Promise<HistoryStanding> {
    const place = await readPlace(db);
    const outside = (await askOnce(place)).flatMap(({ seen }) => seen ?? []);
    const seen = own ? [own, ...outside] : outside;
    const standing = await readHistoryStanding(db);
    if (standing.history === 0) await noticeLoss(db);
    else if (seen.some((one) => isSetBack(standing, one))) await whenSetBack(db, standing.history);
    else return remember(standing);
    const renewed = await readHistoryStanding(db);
    log.error(
      { before: standing.history, now: renewed.history },
      "the database lost its last commits: every sequence is unverified until a voucher of it is granted",
    );
    return remember(renewed);
  }

  function remember(standing: HistoryStanding): HistoryStanding {
    const { place, history, earlier, flushed } = standing;
    const isBehind = own?.place === place && own.history === history && own.position > flushed;
    if (!isBehind) own = { place, history, earlier, position: flushed };
    return standing;
  }

  const connect = async (db: Statements, whenSetBack: typeof renewHistory) => {
    await compare(db, whenSetBack).catch((error) => {
      if (!isNotMigrated(error)) throw error;
    });
  };

  async function keep(): Promise<void> {
    const sighting = own;
    if (sighting) await Promise.all(witnesses.map((witness) => tell(witness, sighting)));
  }

  async function keepWhatIsLeft(): Promise<void> {
    const sighting = own;
    const due = before;
    before = own;
    if (!sighting || due?.place !== sighting.place) return;
    const left = (await askOnce(due.place)).filter(({ seen }) => isAhead(due, seen));
    await Promise.all(left.map(({ witness }) => tell(witness, sighting)));
  }

  return {
    connected: (db) => connect(db, renewHistory),
    connectedBehindIssuers: (db) => connect(db, waitForIssuer),
    round: async (db) => void (await compare(db, renewHistory).finally(keep)),
    roundBehindIssuers: async (db) => void (await compare(db, waitForIssuer).finally(keepWhatIsLeft)),
  };
}

async function waitForIssuer(): Promise<never> {
  throw new Error("the database lost its last commits, and no issuer has noted it yet");
}

/** The database lacks what it is asked for: undefined_function, undefined_column or undefined_table. */
const isNotMigrated = (error: unknown): boolean =>
  error instanceof Error && "code" in error && ["42883", "42703", "42P01"].includes(String(error.code));
