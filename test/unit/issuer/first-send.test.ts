import { expect, test } from "vitest";
import type { AuthoritySession, IssuanceStore, IssuerDeps } from "../../../issuer/deps.js";
import { carryOut } from "../../../issuer/send.js";
import type { Submission } from "../../../shared/db/submissions.js";
import type { CaeOutcome, ConsultOutcome, LastNumberOutcome } from "../../../shared/domain/cae-outcome.js";
import { createLog } from "../../../shared/log.js";
import { untold } from "../../chaos/simulation/store.js";
import { submission } from "./submission.js";

const taken = {
  id: 1,
  key: { companyId: 1, production: false, posNumber: 1, voucherType: 6 },
  epoch: 7,
  lastNumber: 41,
  lastDate: null,
};

const approved: CaeOutcome = {
  outcome: "approved",
  cae: "70000000000001",
  caeExpirationDate: "20261201",
  observations: [],
};
const stale: CaeOutcome = { outcome: "stale", reasons: [{ code: 10016, msg: "not the next one" }] };
const noTicket: CaeOutcome = { outcome: "ticket", reasons: [{ code: 600, msg: "token expired" }] };
const lostAnswer: CaeOutcome = { outcome: "unknown", cause: "no answer" };
const unreadable: LastNumberOutcome = { outcome: "unknown", cause: "no answer", permanent: false, reasons: [] };
const last = (number: number): LastNumberOutcome => ({ outcome: "known", number });
const found = (voucherDate: string): ConsultOutcome => ({
  outcome: "found",
  voucher: {
    content: {},
    cae: "70000000000000",
    caeExpirationDate: "20261201",
    voucherDate,
    processedAtMs: 0,
    processedAgoMs: 0,
    observations: [],
  },
});

interface Script {
  /** One for each call; of several numbers all have the same, or each its own. */
  answers: (CaeOutcome | CaeOutcome[])[];
  /** Default: number 42 alone. */
  run?: Submission[];
  lastNumber?: LastNumberOutcome;
  consult?: ConsultOutcome;
  renews?: boolean;
  /** How long opening the connection takes, call by call. */
  connectMs?: number[];
  isCurrent?: boolean;
  mayGoOn?: boolean;
}

/** The first send of number 42, against an authority that answers by the script; gives what was done, in order. */
async function sendFirst({ answers, connectMs = [], isCurrent = true, run = [submission], ...script }: Script) {
  const done: string[] = [];
  let nowMs = 5_000;
  const store: Pick<IssuanceStore, "isCurrent" | "approve" | "settleWithoutVoucher" | "renumber" | "markDoubt"> = {
    isCurrent: async () => isCurrent,
    approve: async (_taken, approvals, most = 0) => {
      done.push(
        `approve ${approvals.map((approval) => approval.submission.number).join(" ")}${most > 0 ? " and go on" : ""}`,
      );
      return {
        approved: approvals.map((approval) => ({ ...approval, voucherId: 1, progress: untold })),
        othersWait: true,
      };
    },
    settleWithoutVoucher: async (_taken, { number }, state, outcome) => {
      done.push(`${state}${run.length > 1 ? ` ${number}` : ""} ${outcome.code}`);
      return true;
    },
    renumber: async (_taken, one, lastNumber) => {
      done.push(`renumber ${lastNumber + 1}`);
      return { ...one, number: lastNumber + 1 };
    },
    markDoubt: async (_taken, _submission, doubt) => {
      done.push(doubt);
      return true;
    },
  };
  const session: AuthoritySession = {
    async requestCae(submissions, mayStart) {
      const forAll = (outcome: CaeOutcome) => submissions.map(() => outcome);
      nowMs += connectMs.shift() ?? 10;
      if (!mayStart()) return forAll({ outcome: "notSent", cause: "dropped" });
      done.push(`send ${submissions.map(({ number }) => number).join(" ")}`);
      const answer = answers.shift() ?? { outcome: "unknown", cause: "the script is over" };
      return Array.isArray(answer) ? answer : forAll(answer);
    },
    async consult(number) {
      done.push(`consult ${number}`);
      return script.consult ?? { outcome: "absent" };
    },
    lastNumber: async () => script.lastNumber ?? unreadable,
    compare: () => "same",
    renewTicket: async () => script.renews ?? true,
  };
  const deps = {
    store: store as IssuanceStore,
    announce: () => undefined,
    followUp: () => undefined,
    clock: { monotonicMs: () => nowMs, sleep: async () => undefined },
    callTimeoutMs: 1_000,
    batchMax: 3,
    log: createLog("test", "silent"),
  } as unknown as IssuerDeps;

  const settled = await carryOut(deps, session, taken, {
    submissions: run,
    lookedAtMs: nowMs,
    mayGoOn: () => script.mayGoOn ?? false,
  });
  return { settled, done };
}

test("10016 moves the intent behind the vouchers that somebody else issued", async () => {
  const { settled, done } = await sendFirst({ answers: [stale, approved], lastNumber: last(44) });

  expect(done).toEqual(["send 42", "renumber 45", "send 45", "approve 45"]);
  expect(settled).toBe("settled");
});

test("10016 with an unreadable counter adopts no equal voucher of somebody else: the number is free", async () => {
  const { settled, done } = await sendFirst({ answers: [stale], lastNumber: unreadable, consult: found("20261121") });

  expect(done).toEqual(["send 42", "failed TAXAUTH_CONNECTION_ERROR"]);
  expect(settled).toBe("settled");
});

test("10016 with a counter that lags behind our own vouchers never numbers backwards", async () => {
  const { done } = await sendFirst({ answers: [stale], lastNumber: last(39) });

  expect(done).toEqual(["send 42", "failed TAXAUTH_CONNECTION_ERROR"]);
});

test("10016 for a date before the last voucher's is a rejection", async () => {
  const { done } = await sendFirst({ answers: [stale], lastNumber: last(41), consult: found("20261122") });

  expect(done).toEqual(["send 42", "consult 41", "rejected TAXAUTH_ERROR"]);
});

test("10016 that neither number nor date explains adopts nothing and frees the number", async () => {
  const { done } = await sendFirst({ answers: [stale], lastNumber: last(41), consult: found("20261120") });

  expect(done).toEqual(["send 42", "consult 41", "failed TAXAUTH_CONNECTION_ERROR"]);
});

test("a ticket that was not accepted is replaced once, and the same number goes again without a look-up", async () => {
  expect((await sendFirst({ answers: [noTicket, approved] })).done).toEqual(["send 42", "send 42", "approve 42"]);
  expect((await sendFirst({ answers: [noTicket, noTicket] })).done).toEqual([
    "send 42",
    "send 42",
    "failed TAXAUTH_CONNECTION_ERROR",
  ]);
  expect((await sendFirst({ answers: [noTicket], renews: false })).done).toEqual([
    "send 42",
    "failed TAXAUTH_CONNECTION_ERROR",
  ]);
});

test("a connection that is slow to open costs another look at the epoch, not the voucher", async () => {
  const { done } = await sendFirst({ answers: [approved], connectMs: [1_500, 10] });

  expect(done).toEqual(["send 42", "approve 42"]);
});

test("a worker that stood still drops everything once another has taken the sequence", async () => {
  const { settled, done } = await sendFirst({ answers: [approved], connectMs: [60_000], isCurrent: false });

  expect(done).toEqual([]);
  expect(settled).toBe("lost");
});

test("a connection that never opens in time is given up as not sent", async () => {
  const { done } = await sendFirst({ answers: [], connectMs: [1_500, 1_500, 1_500, 1_500] });

  expect(done).toEqual(["failed TAXAUTH_CONNECTION_ERROR"]);
});

const run = [42, 43, 44].map((number, at) => ({ ...submission, id: at + 1, number }));
const notLookedAt: CaeOutcome = { outcome: "refused", reasons: [] };
const content: CaeOutcome = { outcome: "rejected", reasons: [{ code: 10015, msg: "document" }] };
const closed: CaeOutcome = { outcome: "refused", reasons: [{ code: 10005, msg: "point of sale" }] };

test("of several numbers the granted are recorded together", async () => {
  expect(await sendFirst({ run, answers: [approved] })).toEqual({
    settled: "settled",
    done: ["send 42 43 44", "approve 42 43 44"],
  });
});

test("the first rejected is answered; what was not looked at after it is left to go back in line with it", async () => {
  expect((await sendFirst({ run, answers: [[approved, content, notLookedAt]] })).done).toEqual([
    "send 42 43 44",
    "approve 42",
    "rejected 43 TAXAUTH_ERROR",
  ]);
});

test("the next in line are written ahead with the record only when all of these were granted, under the numbers that they had", async () => {
  const goingOn = (answers: Script["answers"]) => sendFirst({ run, answers, mayGoOn: true, lastNumber: last(44) });
  expect((await goingOn([approved])).done).toEqual(["send 42 43 44", "approve 42 43 44 and go on"]);
  expect((await goingOn([[approved, content, notLookedAt]])).done[1]).toBe("approve 42");
  expect((await goingOn([noTicket, approved])).done.at(-1), "no request of before is alive").toBe(
    "approve 42 43 44 and go on",
  );
  expect((await goingOn([stale, approved])).done).toEqual(["send 42 43 44", "renumber 45", "send 45", "approve 45"]);
});

test("a refusal of the whole request is everybody's, from the last number down", async () => {
  expect((await sendFirst({ run, answers: [closed] })).done).toEqual([
    "send 42 43 44",
    "rejected 44 TAXAUTH_ERROR",
    "rejected 43 TAXAUTH_ERROR",
    "rejected 42 TAXAUTH_ERROR",
  ]);
});

test("an answer that is lost makes the first be looked for, alone", async () => {
  expect((await sendFirst({ run, answers: [lostAnswer], lastNumber: last(41) })).done.slice(0, 4)).toEqual([
    "send 42 43 44",
    "resolving",
    "consult 42",
    "send 42",
  ]);
});

test("a ticket that is not accepted is replaced, and the same numbers are sent again", async () => {
  expect((await sendFirst({ run, answers: [noTicket, approved] })).done).toEqual([
    "send 42 43 44",
    "send 42 43 44",
    "approve 42 43 44",
  ]);
});
