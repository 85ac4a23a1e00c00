import { oneCompany } from "../../chaos/simulation/companies.js";
import type { Play } from "./play.js";
import type { Setting } from "./side.js";

/** A short script of steps. After each, all sides have the same; what that must be, the case says. */
export interface Case {
  name: string;
  setting?: Partial<Setting>;
  /** A statement of it fails, on every side. */
  fails?: true;
  script(play: Play): Promise<unknown>;
}

export const usualSetting: Setting = {
  companies: oneCompany,
  voucherTypes: [6],
  monthlyVouchers: 100,
  isSeeded: true,
  waitMs: 20_000,
};

/** The sequence of a case, where one is enough. */
export const line = "1-1-6";

/** The sequence at the point of sale that stands in for it. */
export const standIn = "1-11-6";

/** Somebody takes the sequence and hears its last number; then these are recorded. */
export async function ready(play: Play, names: string[] = [], sequence = line, taker = "t"): Promise<void> {
  await play.take(taker, sequence);
  await play.setLastNumber(taker, 0);
  for (const name of names) await play.record(sequence, name);
}

/** The same, and as many of them are written ahead. */
export async function numbered(play: Play, names: string[], limit = names.length): Promise<void> {
  await ready(play, names);
  await play.submit("t", { limit });
}

/** The state of some issuances: their state, and their number if they have one. */
export const statesOf = (play: Play): Record<string, string> =>
  Object.fromEntries(
    Object.entries(play.state.issuances).map(([name, { state, number }]) => [
      name,
      number === null ? state : `${state} ${number}`,
    ]),
  );

export const outcomesOf = (play: Play): Record<string, string | null> =>
  Object.fromEntries(Object.entries(play.state.issuances).map(([name, { outcome }]) => [name, outcome]));
