import { expect, test } from "vitest";
import { type AfterCommitJob, createAfterCommitJobs } from "../../../../issuer/announcements/after-commit-jobs.js";
import { waitFor } from "../../../sandbox/wait-for.js";

const of = (voucherId: number): AfterCommitJob => ({
  voucherId,
  requestId: `r${voucherId}`,
  companyId: 1,
  production: true,
});

function open() {
  const handed: number[][] = [];
  const followUps = createAfterCommitJobs((all) => handed.push(all.map(({ voucherId }) => voucherId)));
  const add = (from: number, to: number) => {
    for (let id = from; id <= to; id++) followUps.add(of(id));
  };
  return { handed, add, flush: followUps.flush };
}

test("what comes within a moment is handed over together, and what comes later anew", async () => {
  const { handed, add } = open();
  add(1, 3);
  expect(handed).toEqual([]);
  await waitFor(() => handed.length === 1, { message: "the first hand-over" });
  add(4, 4);
  await waitFor(() => handed.length === 2, { message: "the second hand-over" });
  expect(handed).toEqual([[1, 2, 3], [4]]);
});

test("a hundred are handed over at once, and at the end of the process whatever there is", () => {
  const { handed, add, flush } = open();
  add(1, 101);
  expect(handed.map((all) => all.length)).toEqual([100]);
  flush();
  flush();
  expect(handed.map((all) => all.length)).toEqual([100, 1]);
});
