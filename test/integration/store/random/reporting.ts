import type { ReportChange } from "../../../../shared/db/contingency/reports.js";
import { pick, prefer, type RandomSteps, standing, withName, withReports } from "./choose.js";

type Without<One> = One extends unknown ? Omit<One, "number" | "from"> : never;
type Outcome = Without<ReportChange>;

/** What becomes of a report. */
const outcomes: [Outcome, ...Outcome[]] = [
  { to: "reported", observations: [] },
  { to: "rejected", errors: [{ code: 704, msg: "date" }] },
  { to: "sent", tries: 2, waitMs: 4_000 },
  { to: "due", tries: 0, waitMs: 0 },
  { to: "sent", tries: 1, waitMs: 4_000, isHidden: true },
];

/** Reports, and the world around the database. */
export const reporting: RandomSteps = {
  claimDueReports: [2, (play) => play.claimDueReports()],
  readReports: [
    4,
    (play, a) =>
      play.readReports(prefer(standing, (one) => play.state.reports.some((r) => r.sequence === one), a) ?? "1-11-6"),
  ],
  writeReportsAhead: [
    3,
    (play, a, b) =>
      withReports(play, a, (taker, sequence, open) => {
        const numbers = open.slice(0, 1 + (b % 2)).map(({ number }) => number);
        return numbers.length === 0 ? undefined : play.writeReportsAhead(taker, sequence, numbers);
      }),
  ],
  report: [
    6,
    async (play, a, b, c) => {
      const { sequence } = pick(play.state.reports, a) ?? { sequence: "1-11-6" };
      if (c % 3 > 0) await play.take(`r${a % 2}`, sequence);
      await play.readReports(sequence);
      const open = play.inHand.reports.find((one) => one.sequence === sequence)?.open.slice(0, 1 + (b % 2)) ?? [];
      const taken = play.inHand.takings.find(({ taker }) => taker === `r${a % 2}`);
      if (taken?.sequence !== sequence || open.length === 0) return;
      await play.writeReportsAhead(
        taken.taker,
        sequence,
        open.map(({ number }) => number),
      );
      if (b % 3 > 0)
        await play.recordReports(
          taken.taker,
          open.map(({ number }) => ({ number, from: "sent", ...pick(outcomes, c) })),
        );
    },
  ],
  recordReports: [
    2,
    (play, a, b, c) =>
      withReports(play, a, (taker, _, open) => {
        const [first] = open;
        if (!first) return;
        const from = b % 2 ? ("sent" as const) : ("due" as const);
        return play.recordReports(taker, [{ number: first.number, from, ...pick(outcomes, c) }]);
      }),
  ],
  retryReport: [
    1,
    (play, a) => {
      const report = pick(play.state.reports, a);
      return report && play.retryReport(report.sequence, report.number);
    },
  ],

  pass: [8, (play, a) => play.pass(pick([100, 500, 3_000, 3_000, 11_000, 25_000], a) ?? 0)],
  passLong: [1, (play, a) => play.pass(a % 2 ? 61_000 : -600_000)],
  passADay: [1, (play) => play.pass(86_400_000)],
  verify: [1, (play, a, b) => play.verify(1 + (a % 2), b % 3)],
  sayUnused: [1, (play, a, b) => play.sayUnused(pick(standing, a), 1 + (b % 2))],
  importUnderCaea: [1, (play, a, b) => play.importVoucher(pick(standing, a), 1 + (b % 6), { caea: "26480000000001" })],
  bar: [1, (play, a) => withName(play, a, (name) => play.bar(name))],
  copyToStandby: [2, (play) => play.copyToStandby()],
  failOver: [1, (play) => play.failOver()],
  goBack: [1, (play) => play.goBack()],
};
