import { readFileSync } from "node:fs";
import type { Stage } from "../../shared/process/stages.js";
import { groupBy } from "../support/readers/group-by.js";
import type { Issued } from "./client.js";
import { percentile } from "./percentile.js";

interface Told {
  stage: Stage;
  issuanceId: number;
  fromMs: number;
  toMs: number;
  requestId?: string;
}

/** The stages of a request, in order. */
const ends = [
  "record",
  "enqueue",
  "wait for a worker",
  "lock",
  "write ahead",
  "call",
  "commit",
  "announce",
  "answer",
] as const;
type MeasuredStage = (typeof ends)[number];

export interface StageTimes {
  stage: MeasuredStage | "all";
  meanMs: number;
  p50Ms: number;
  p99Ms: number;
}

/** How long the requests spent in each stage, from the stage lines of these log files. */
export function readStages(logFiles: string[], issued: Issued[]): StageTimes[] {
  const told = logFiles.flatMap(readTold);
  const byIssuance = groupBy(told, ({ issuanceId }) => `${issuanceId}`);
  const issuanceOf = new Map(told.flatMap(({ requestId, issuanceId }) => (requestId ? [[requestId, issuanceId]] : [])));
  const spent = issued.flatMap((request) => {
    const stages = byIssuance.get(`${issuanceOf.get(request.requestId)}`);
    return stages ? [timesOf(request, stages)] : [];
  });
  const summarise = (stage: StageTimes["stage"], samples: number[]): StageTimes => ({
    stage,
    meanMs: samples.reduce((sum, ms) => sum + ms, 0) / samples.length,
    p50Ms: percentile(samples, 0.5),
    p99Ms: percentile(samples, 0.99),
  });
  return [
    ...ends.map((stage, index) =>
      summarise(
        stage,
        spent.map((times) => times[index] ?? Number.NaN),
      ),
    ),
    summarise(
      "all",
      spent.map((times) => times.reduce((sum, ms) => sum + ms, 0)),
    ),
  ];
}

const readTold = (file: string): Told[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.includes('"stage"'))
    .map((line) => JSON.parse(line) as Told);

/** Each stage counts from the end of the one before it, even if it began earlier, so that the stages add up to the whole. */
function timesOf({ sentAtMs, answeredAtMs }: Issued, told: Told[]): number[] {
  const find = (stage: Stage) => told.find((one) => one.stage === stage);
  const writeAhead = find("write ahead");
  const points = [
    find("record")?.toMs,
    find("enqueue")?.toMs,
    find("picked")?.fromMs,
    writeAhead?.fromMs,
    writeAhead?.toMs,
    find("call")?.toMs,
    find("commit")?.toMs,
    find("wait")?.toMs,
    answeredAtMs,
  ];
  let latest = answeredAtMs;
  for (let index = points.length - 1; index >= 0; index--) {
    latest = Math.min(points[index] ?? latest, latest);
    points[index] = latest;
  }
  return points.map((point, index) =>
    Math.max(0, (point ?? sentAtMs) - Math.max(sentAtMs, points[index - 1] ?? sentAtMs)),
  );
}
