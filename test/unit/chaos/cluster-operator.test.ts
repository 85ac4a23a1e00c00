import { expect, test } from "vitest";
import { leadOut } from "../../chaos/cluster/operator.js";

/** Says what `reconcile` and `issuance` say of one sale without a receiver, until it is adopted. */
function answerAsOnePair() {
  const asked: string[] = [];
  let isAdopted = false;
  const pair = { issuanceId: 5, key: "sale-1", number: 7, numberPos: null, bound: false, why: "a person must look" };
  const answer = (words: string): object => {
    if (words.startsWith("issuance list")) return { issuances: [] };
    if (words.startsWith("issuance resolve")) return { issuance: {} };
    if (words.startsWith("reconcile --all --env homologation"))
      return { companies: [{ company: "demo", differs: true }] };
    if (words.startsWith("reconcile --all")) return { companies: [] };
    const sequences = [{ pos: 1, type: 6, foreign: words.includes("--import") ? [] : [{ number: 7 }], unsettled: [] }];
    return { sequences, claims: [], anonymous: isAdopted ? [] : [pair], ambiguous: [] };
  };
  const run = async (...args: string[]) => {
    const words = args.join(" ");
    asked.push(words);
    const json = answer(words);
    isAdopted ||= words.startsWith("issuance resolve");
    return { exitCode: 0, stdout: "", stderr: "", json };
  };
  return { asked, run };
}

test("the operator of the drill adopts a pair without a receiver by its number, and looks once more", async () => {
  const { asked, run } = answerAsOnePair();
  expect(await leadOut(run)).toMatchObject({
    told: [{ company: "demo", env: "homologation", pos: 1, type: 6, number: 7 }],
    ...{ adopted: 1, rounds: 2, problem: undefined },
  });
  expect(asked.filter((words) => words.startsWith("issuance resolve"))).toEqual([
    "issuance resolve 5 --adopt --number 7 --company demo --because Compared both --json",
  ]);
});
