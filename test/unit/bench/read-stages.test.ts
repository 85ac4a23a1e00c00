import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { readStages } from "../../bench/read-stages.js";

const folder = mkdtempSync(path.join(tmpdir(), "talonario-stages-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const told = (stage: string, fromMs: number, toMs: number, requestId?: string) =>
  JSON.stringify({ stage, issuanceId: 7, fromMs, toMs, requestId, msg: "stage" });

const request = { requestId: "r-1", sentAtMs: 100, answeredAtMs: 150 };

const meansOf = (name: string, lines: string[]) => {
  const file = path.join(folder, name);
  writeFileSync(file, [...lines, '{"msg":"another line"}', ""].join("\n"));
  return Object.fromEntries(readStages([file], [request]).map(({ stage, meanMs }) => [stage, meanMs]));
};

test("a request's time is told apart by what the processes said about it", () => {
  const means = meansOf("plain.log", [
    told("recorded", 110, 110),
    told("enqueue", 110, 113, "r-1"),
    told("picked", 114, 114),
    told("write ahead", 118, 120),
    told("call", 121, 130),
    told("commit", 130, 135),
    told("woken", 137, 137),
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

test("stages that overlap, or that another job's drain left out, still come to the whole", () => {
  const means = meansOf("overlapping.log", [
    told("recorded", 110, 110),
    told("enqueue", 110, 119, "r-1"),
    told("write ahead", 112, 114),
    told("call", 114, 125),
    told("commit", 125, 130),
    told("woken", 131, 131),
  ]);

  expect(means).toMatchObject({ enqueue: 2, "wait for a worker": 0, lock: 0, "write ahead": 2, all: 50 });
});
