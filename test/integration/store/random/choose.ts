import type { Companies } from "../../../chaos/simulation/companies.js";
import type { Play } from "../play.js";
import type { Setting } from "../side.js";

/** Two points of sale with the same substitute, and another company. */
const companies: Companies = [
  {
    id: 1,
    points: [
      { posNumber: 1, substitute: 11 },
      { posNumber: 2, substitute: 11 },
    ],
  },
  { id: 2, points: [{ posNumber: 1, substitute: 11 }] },
];

export const randomSetting: Setting = {
  ...{ companies, voucherTypes: [6], monthlyVouchers: 8, isSeeded: true, waitMs: 60_000 },
};

export const asked = ["1-1-6", "1-2-6", "2-1-6"] as const;
export const standing = ["1-11-6", "2-11-6"] as const;
export const keys = ["a", "b", "c", "d", "e", "f"] as const;

export const totals = ["100.00", "250.00"] as const;

/** The steps of random scripts, each as often as its weight says. A step that cannot be done now is left out. */
export type RandomSteps = Record<
  string,
  [weight: number, step: (play: Play, a: number, b: number, c: number) => unknown]
>;

/** The one at this place; the list begins again after its end. Undefined only when there is none. */
export function pick<One>(all: readonly [One, ...One[]], at: number): One;
export function pick<One>(all: readonly One[], at: number): One | undefined;
export function pick<One>(all: readonly One[], at: number): One | undefined {
  return all[at % all.length];
}

/** Mostly one of the useful ones, and sometimes any. */
export function prefer<One>(all: readonly One[], isUseful: (one: One) => boolean, at: number): One | undefined {
  const useful = at % 5 === 0 ? [] : all.filter(isUseful);
  return pick(useful.length > 0 ? useful : all, at);
}

export const isOut = (play: Play, name: string) => play.state.issuances[name]?.state === "submitted";
export const hasLine = (play: Play, sequence: string) => (play.state.lines[sequence] ?? []).length > 0;

export const isBusy = (play: Play, sequence: string) =>
  Object.values(play.state.issuances).some((one) => one.sequence === sequence && one.state === "submitted");

export type Taking = Play["inHand"]["takings"][number];

/** The latest takers first: those before are superseded. */
export const withTaker = <Result>(
  play: Play,
  at: number,
  isUseful: (taking: Taking) => boolean,
  work: (taking: Taking) => Result,
): Result | undefined => {
  const taking = prefer(play.inHand.takings, isUseful, at);
  return taking && work(taking);
};

/** A taker, perhaps a superseded one, and a submission of its sequence, perhaps an old one. */
export const withSubmission = <Result>(
  play: Play,
  a: number,
  b: number,
  work: (taker: string, name: string, number: number) => Result,
): Result | undefined => {
  const { submissions } = play.inHand;
  const isUseful = ({ sequence, isCurrent }: Taking) =>
    isCurrent && submissions.some((one) => one.sequence === sequence && isOut(play, one.name));
  return withTaker(play, a, isUseful, ({ taker, sequence }) => {
    const ofSequence = submissions.filter((one) => one.sequence === sequence);
    const one = prefer(ofSequence, ({ name }) => isOut(play, name), b);
    return one && work(taker, one.name, one.number);
  });
};

export function withName<Result>(play: Play, at: number, work: (name: string) => Result): Result | undefined {
  const name = pick(Object.keys(play.state.issuances), at);
  return name === undefined ? undefined : work(name);
}

export const withReports = <Result>(
  play: Play,
  at: number,
  work: (taker: string, sequence: string, open: Play["inHand"]["reports"][number]["open"]) => Result,
): Result | undefined =>
  withTaker(
    play,
    at,
    ({ sequence, isCurrent }) => isCurrent && sequence.includes("-11-"),
    ({ taker, sequence }) => {
      const read = play.inHand.reports.find((one) => one.sequence === sequence);
      return read && work(taker, sequence, read.open);
    },
  );
