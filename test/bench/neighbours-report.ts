import { drawTable, type TableCell } from "../../api/admin/table.js";
import { type Answers, addUp, tell } from "./answers.js";
import { percentile } from "./percentile.js";
import type { Goals } from "./report.js";

export const states = ["alone", "beside"] as const;
export type State = (typeof states)[number];

/** One turn of the quiet company: alone, or beside a neighbour that misbehaves in the way of `kind`. */
export interface Turn {
  kind: string;
  state: State;
  samplesMs: number[];
  /** The quiet company's answers that were not 201. */
  notIssued: Answers;
  /** The share of all cores that each process took, 0 to 1. */
  cores: Record<string, number>;
  /** The API's event loop was late by this at the 99th percentile. */
  loopP99Ms: number;
  /** The neighbour's answers and the seconds until its last one; nothing when alone. */
  answers: Answers;
  seconds: number;
  /** The seconds from the voucher to its PDF, for those of the quiet company that were printed in the turn; and how many were not. */
  printed?: { afterS: number[]; missing: number };
}

type Summary = ReturnType<typeof summarise>;

/** At most so many times as long as alone. */
const goal = 1.3;

/** All rounds of one kind together. Each turn alone stands beside its other turn in time, so a slow hour is in both. */
export function summarise(turns: Turn[]) {
  const of = (state: State) => {
    const same = turns.filter((turn) => turn.state === state);
    const samplesMs = same.flatMap((turn) => turn.samplesMs);
    return {
      requests: samplesMs.length,
      p50Ms: percentile(samplesMs, 0.5),
      p99Ms: percentile(samplesMs, 0.99),
      notIssued: addUp(same.map(({ notIssued }) => notIssued)),
      cores: meanOf(same.map(({ cores }) => cores)),
      loopP99Ms: Math.max(...same.map(({ loopP99Ms }) => loopP99Ms)),
      answers: addUp(same.map(({ answers }) => answers)),
      seconds: same.reduce((sum, { seconds }) => sum + seconds, 0),
      ...printedOf(same),
    };
  };
  const [alone, beside] = [of("alone"), of("beside")];
  const ratio = { p50: beside.p50Ms / alone.p50Ms, p99: beside.p99Ms / alone.p99Ms };
  return { kind: turns[0]?.kind ?? "", alone, beside, ratio };
}

export const goalsOf = (summaries: Summary[]): Goals =>
  Object.fromEntries(
    summaries.flatMap(({ kind, beside, ratio }) => [
      [`${kind}: p50 and p99 at most ${goal} times as long`, Math.max(ratio.p50, ratio.p99) <= goal],
      [`${kind}: every voucher of the quiet company was issued`, Object.keys(beside.notIssued).length === 0],
    ]),
  );

/** The quiet company's latency, and what the neighbour got meanwhile. */
export function latencyTable(summaries: Summary[]): string {
  const headings = ["neighbour", "p50 ms", "beside", "ratio", "p99 ms", "beside", "ratio", "not 201"];
  const rows = summaries.map(({ kind, alone, beside, ratio }): TableCell[] => {
    const { served, refused, failed } = perSecond(beside.answers, beside.seconds);
    return [
      kind,
      whole(alone.p50Ms),
      whole(beside.p50Ms),
      `${ratio.p50.toFixed(2)}x`,
      whole(alone.p99Ms),
      whole(beside.p99Ms),
      `${ratio.p99.toFixed(2)}x`,
      tell(beside.notIssued) || 0,
      ...[served, refused, failed].map(whole),
    ];
  });
  return drawTable([...headings, "served/s", "refused/s", "failed/s"], rows, "");
}

/** Per cent of all cores, alone and beside, by process. */
export function processorTable(summaries: Summary[], processes: string[]): string {
  // Only Linux tells the processor time.
  const percent = (share = 0) => (Number.isNaN(share) ? "?" : (share * 100).toFixed(0));
  const rows = summaries.map(({ kind, alone, beside }): TableCell[] => [
    kind,
    ...processes.map((name) =>
      name in beside.cores ? `${percent(alone.cores[name])} > ${percent(beside.cores[name])}` : "",
    ),
    `${percent(total(alone.cores))} > ${percent(total(beside.cores))}`,
    `${whole(alone.loopP99Ms)} > ${whole(beside.loopP99Ms)}`,
  ]);
  return drawTable(["neighbour", ...processes, "all", "api late by ms"], rows, "");
}

/** A line for each kind with a renderer: how long the quiet company waits for its PDFs. */
export const describePrints = (summaries: Summary[]): string[] =>
  summaries.flatMap(({ kind, alone, beside }) => {
    const say = ({ printed, missing, waitS }: typeof alone) =>
      `${printed} printed, p50 ${waitS.toFixed(1)} s, ${missing} not yet`;
    return alone.printed + alone.missing > 0
      ? [`${kind}: the quiet company's PDFs: alone ${say(alone)}; beside ${say(beside)}`]
      : [];
  });

function printedOf(turns: Turn[]) {
  const afterS = turns.flatMap(({ printed }) => printed?.afterS ?? []);
  const missing = turns.reduce((sum, { printed }) => sum + (printed?.missing ?? 0), 0);
  return { printed: afterS.length, missing, waitS: percentile(afterS, 0.5) };
}

/** Served: 2xx. Refused: 4xx. Failed: 5xx, or no answer. */
export function perSecond(answers: Answers, seconds: number) {
  const rate = (isMeant: (status: string) => boolean) =>
    Object.entries(answers).reduce((sum, [status, times]) => (isMeant(status) ? sum + times : sum), 0) / seconds;
  return {
    served: rate((status) => status.startsWith("2")),
    refused: rate((status) => status.startsWith("4")),
    failed: rate((status) => !/^[24]/.test(status)),
  };
}

function meanOf(shares: Record<string, number>[]): Record<string, number> {
  const names = Object.keys(shares[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, shares.reduce((sum, of) => sum + (of[name] ?? 0), 0) / shares.length]),
  );
}

const total = (shares: Record<string, number>) => Object.values(shares).reduce((sum, share) => sum + share, 0);

const whole = (value: number) => Math.round(value);
