import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { readStages } from "../../bench/read-stages.js";

const folder = mkdtempSync(path.join(tmpdir(), "talonario-stages-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const logLine = (stage: string, fromMs: number, toMs: number, requestId?: string) =>
  JSON.stringify({ stage, issuanceId: 7, fromMs, toMs, requestId, msg: "stage" });

const request = { requestId: "r-1", sentAtMs: 100, answeredAtMs: 150 };

const meansOf = (name: string, lines: string[]) => {
  const file = path.join(folder, name);
  writeFileSync(file, [...lines, '{"msg":"another line"}', ""].join("\n"));
  return Object.fromEntries(readStages([file], [request]).map(({ stage, meanMs }) => [stage, meanMs]));
};

test("a request's time is split into stages from the processes' log lines", () => {
  const means = meansOf("plain.log", [
    logLine("record", 102, 110),
    logLine("enqueue", 110, 113, "r-1"),
    logLine("picked", 114, 114),
    logLine("write ahead", 118, 120),
    logLine("call", 121, 130),
    logLine("commit", 130, 135),
    logLine("wait", 110, 137),
  ]);

  expect(means).toEqual({
    record: 10,
    enqueue: 3,
    "wait for a worker": 1,
    lock: 4,
    "write ahead": 2,
    call: 10,
    commit: 5,
    announce: 2,
    answer: 13,
    all: 50,
  });
});

test("the stages still add up to the total when some overlap or are missing", () => {
  const means = meansOf("overlapping.log", [
    logLine("record", 102, 110),
    logLine("enqueue", 110, 119, "r-1"),
    logLine("write ahead", 112, 114),
    logLine("call", 114, 125),
    logLine("commit", 125, 130),
    logLine("wait", 110, 131),
  ]);

  expect(means).toMatchObject({ enqueue: 2, "wait for a worker": 0, lock: 0, "write ahead": 2, all: 50 });
});
