import { expect, test } from "vitest";
import { createCommitLog } from "../../../../issuer/announcements/log-commits.js";
import type { ApprovedVoucher } from "../../../../shared/db/issuing/approve.js";
import { keptLog } from "../../../support/readers/kept-log.js";
import { submission } from "../submission.js";

const trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const approved = [1, 2].map((id) => ({
  submission: { ...submission, id, trace },
  voucherId: id + 10,
  cae: `7100000000000${id}`,
})) as ApprovedVoucher[];
const commit = { type: "approved", approved, startedAtMs: 0 } as const;

test("each voucher has one line, which names it, its request and its trace", () => {
  const { log, lines } = keptLog();
  createCommitLog(log)(commit);
  expect(lines.map(({ time: _time, pid: _pid, hostname: _hostname, ...line }) => line)).toEqual(
    [1, 2].map((id) => ({
      level: 30,
      requestId: "r-1",
      traceId: "0af7651916cd43dd8448eb211c80319c",
      issuanceId: id,
      voucherId: id + 10,
      number: 42,
      cae: `7100000000000${id}`,
      msg: "approved",
    })),
  );
});

test("the line is left out where only warnings are logged, and at debug the commit's time stands beside it", () => {
  const quiet = keptLog("warn");
  createCommitLog(quiet.log)(commit);
  expect(quiet.lines).toEqual([]);
  const debug = keptLog("debug");
  createCommitLog(debug.log)(commit);
  expect(debug.lines.map(({ msg, stage }) => [msg, stage])).toEqual([
    ["approved", undefined],
    ["stage", "commit"],
    ["approved", undefined],
    ["stage", "commit"],
  ]);
});
