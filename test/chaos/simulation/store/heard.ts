import type { CallReport } from "../../../../shared/db/contingency/silence.js";
import type { Guards } from "../guards.js";
import type { ContingencyRow } from "../rows.js";

/** Source: shared/db/contingency/silence.ts. */
export const requestsForgottenMs = 180_000;
const clockSlackMs = 1_000;

interface Silence {
  /** How many calls this note added. */
  more?: number;
  sinceMs: number | null;
  unanswered: number;
  notedAtMs: number | null;
}

/** A time that lies ahead is of before the clock was set back. */
const past = (atMs: number | null, nowMs: number) => (atMs !== null && atMs <= nowMs + clockSlackMs ? atMs : null);

const latest = (...times: (number | null)[]): number | null =>
  times.reduce((last, one) => (one === null ? last : Math.max(last ?? one, one)), null);

/** What is left of a silence after an answer, and with calls that began since. */
function goOn(before: Silence, answeredAtMs: number | null, starts: number[], nowMs: number): Required<Silence> {
  const { sinceMs, unanswered, notedAtMs } = before;
  const answered = answeredAtMs ?? Number.NEGATIVE_INFINITY;
  const keptMs = sinceMs !== null && sinceMs <= nowMs && sinceMs > answered ? sinceMs : null;
  const more = starts.filter((atMs) => atMs > answered);
  const isInOutage = keptMs !== null || more.length > 0;
  return {
    more: more.length,
    sinceMs: isInOutage ? Math.min(...(keptMs === null ? [] : [keptMs]), ...more) : null,
    unanswered: (keptMs === null ? 0 : unanswered) + more.length,
    notedAtMs: isInOutage ? ((keptMs === null ? null : past(notedAtMs, nowMs)) ?? nowMs) : null,
  };
}

/** The row after a process wrote down what it heard: the statement of shared/db/contingency/silence.ts. */
export function recordCalls(row: ContingencyRow, note: CallReport, nowMs: number, guards: Guards): ContingencyRow {
  const at = (agoMs: number | null) => (agoMs === null ? null : nowMs - agoMs);
  const issuedAtMs = latest(past(row.issuedAtMs, nowMs), at(note.issuedAgoMs));
  const answeredAtMs = latest(past(row.answeredAtMs, nowMs), at(note.answeredAgoMs), issuedAtMs);
  // The mutation lets an answer break the silence of its own process's calls alone.
  const isOwn = note.calls.length > 0;
  const breaks = guards.silenceFromLastAnswer ? answeredAtMs : isOwn ? at(note.answeredAgoMs) : null;
  const starts = (agoMs: number[]) => agoMs.map((ms) => nowMs - ms);
  const calls = goOn(
    { sinceMs: row.silentSinceMs, unanswered: row.unanswered, notedAtMs: row.silentNotedAtMs },
    breaks,
    starts(note.calls),
    nowMs,
  );
  const askedAtMs = past(row.issuingAskedAtMs, nowMs);
  const isForgotten =
    askedAtMs !== null && answeredAtMs !== null && askedAtMs < Math.min(answeredAtMs, nowMs - requestsForgottenMs);
  const keepsRequests = row.issuingSinceMs !== null && !isForgotten;
  const requests = goOn(
    {
      sinceMs: keepsRequests ? row.issuingSinceMs : null,
      unanswered: keepsRequests ? row.issuingUnanswered : 0,
      notedAtMs: row.issuingNotedAtMs,
    },
    guards.queriesProveLittle ? issuedAtMs : answeredAtMs,
    starts(note.requests),
    nowMs,
  );
  const isNews = calls.more + requests.more + note.refused > 0;
  const endsByItself = row.activeSinceMs !== null && !row.byHand;
  const readyAtMs = isNews ? null : note.isReady && endsByItself ? nowMs : row.readyAtMs;
  return {
    ...row,
    ...{ answeredAtMs, issuedAtMs, readyAtMs },
    ...{ silentSinceMs: calls.sinceMs, unanswered: calls.unanswered, silentNotedAtMs: calls.notedAtMs },
    ...{
      issuingSinceMs: requests.sinceMs,
      issuingUnanswered: requests.unanswered,
      issuingNotedAtMs: requests.notedAtMs,
    },
    issuingAskedAtMs: requests.sinceMs === null ? null : latest(askedAtMs, ...starts(note.requests)),
    refused: endsByItself ? (note.refusedAnew ? 0 : row.refused) + note.refused : 0,
    readySinceMs: readyAtMs === null ? null : row.readyAtMs === null ? nowMs : (past(row.readySinceMs, nowMs) ?? nowMs),
  };
}
