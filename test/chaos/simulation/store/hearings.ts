import type { Reachability } from "../../../../shared/db/issuing/issuer-hearings.js";
import type { Parts } from "../parts.js";
import type { Process } from "../process.js";

/** Source: shared/db/issuing/issuer-hearings.ts. */
const seenForMs = 12_000;
const clockSlackMs = 1_000;

/** A row of the unlogged table issuer_reachability. A process has another name after each start. */
export interface HearingRow {
  issuer: string;
  seenAtMs: number;
  answeredAtMs: number | null;
  failingSinceMs: number | null;
  about: Reachability["about"];
}

/** The statement of shared/db/issuing/issuer-hearings.ts, of the one environment. */
export function exchangeReachability(
  { database }: Pick<Parts, "database">,
  process: Process,
  own: Reachability[],
): Reachability[] {
  const nowMs = database.clockMs();
  const issuer = `${process.name}/${process.life()}`;
  const at = (agoMs: number | null) => (agoMs === null ? null : nowMs - agoMs);
  const ago = (atMs: number | null) => (atMs === null ? null : nowMs - atMs);
  for (const { answeredAgoMs, failingAgoMs, about } of own.filter(({ production }) => !production)) {
    const row = { issuer, seenAtMs: nowMs, answeredAtMs: at(answeredAgoMs), failingSinceMs: at(failingAgoMs), about };
    database.hearings = [...database.hearings.filter((one) => one.issuer !== issuer), row];
  }
  return database.hearings
    .filter((row) => row.issuer !== issuer && isSeen(row, nowMs))
    .map(({ answeredAtMs, failingSinceMs, about }) => ({
      production: false,
      answeredAgoMs: ago(answeredAtMs),
      failingAgoMs: ago(failingSinceMs),
      about,
    }));
}

const isSeen = ({ seenAtMs }: HearingRow, nowMs: number) =>
  seenAtMs >= nowMs - seenForMs && seenAtMs <= nowMs + clockSlackMs;

export const isAnyIssuerSeen = ({ database }: Pick<Parts, "database">): boolean =>
  database.hearings.some((row) => isSeen(row, database.clockMs()));
