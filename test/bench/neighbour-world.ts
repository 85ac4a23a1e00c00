import type { Answers } from "./answers.js";

/** What a misbehaving company has. It goes to the neighbour's process as JSON. */
export interface World {
  /** `http://127.0.0.1:…` */
  origin: string;
  company: string;
  /** Enough keys for the company's whole limit a minute. They have every scope, in production. */
  keys: string[];
  /** Points of sale are numbered from 1 to this. */
  pointsOfSale: number;
  /** The dearest listings, as paths after the company: `/invoices?…` and `/audit-log?…`. */
  listings: string[];
  auditLog: string[];
}

/** What the neighbour got in one turn. */
export interface Misdeeds {
  answers: Answers;
  /** Until its last answer. */
  seconds: number;
}

/** What the benchmark tells the neighbour's process. */
export type Order = { begin: string; world: World } | { end: true };

/** What the neighbour's process tells: first its SMTP server, then what came of each turn. */
export type Report = { smtpUrl: string } | Misdeeds;
