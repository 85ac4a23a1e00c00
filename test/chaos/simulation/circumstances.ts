import type { Random } from "../../support/samples/random.js";
import { type Companies, chooseCompanies } from "./companies.js";

/** In safety mode faults never stop. In liveness mode they stop, and then everything must settle. */
export const modes = ["safety", "liveness"] as const;
export type Mode = (typeof modes)[number];

/** Faults of one step. The values are the bounds of their probability at each step. */
const atSteps = {
  requestLost: [0.02, 0.3],
  requestLate: [0.02, 0.3],
  answerLost: [0.02, 0.3],
  answerSlow: [0.02, 0.2],
  garbage: [0.02, 0.2],
  internalError: [0.02, 0.2],
  refused: [0.05, 0.5],
  /** What a report is refused for cannot be mended. */
  causeStays: [0.1, 0.8],
  notSent: [0.02, 0.2],
  connectSlow: [0.02, 0.3],
  readLost: [0.02, 0.3],
  /** A question is answered with a code that tells nothing. */
  unlisted: [0.02, 0.2],
  consultLags: [0.05, 0.5],
  countLags: [0.05, 0.3],
  fieldMissing: [0.02, 0.2],
  /** A look-up answers a field that does not identify the sale with another value. */
  restated: [0.02, 0.2],
  /** A look-up answers an element that we never declared. */
  unknownElement: [0.05, 0.5],
  /** A lag lasts for minutes. */
  lagsLong: [0.05, 0.3],
  /** The network delivers a request twice, and we see only the second answer. */
  requestTwice: [0.02, 0.3],
  /** The first copy arrives late. */
  copyLate: [0.05, 0.3],
  /** The second copy meets a node that does not accept the ticket, or that refuses the point of sale. */
  ticketAtSecond: [0.05, 0.5],
  refusedAtSecond: [0.05, 0.5],
  /** A refused ticket is not replaced: the last login was a moment ago. */
  loginTooSoon: [0.1, 0.8],
  /** A late request arrives minutes late. */
  lateLong: [0.05, 0.3],
  databaseFails: [0.002, 0.03],
  databaseSlow: [0.01, 0.1],
  redisFails: [0.01, 0.1],
  announcementLost: [0.1, 0.8],
  jobLost: [0.05, 0.5],
  jobDoubled: [0.05, 0.4],
  jobLate: [0.05, 0.3],
  issuerCrash: [0.001, 0.03],
  issuerPause: [0.001, 0.03],
  /** The issuer pauses at a call to the authority, where this does the most harm. */
  pauseAtCall: [0.02, 0.2],
  apiCrash: [0.001, 0.01],
  apiPause: [0.001, 0.02],
  requestDoubled: [0.02, 0.3],
  clientDies: [0.02, 0.2],
  /** Other sequences of the company wait for the place. */
  turnEnds: [0.02, 0.5],
} as const;

/** Faults that are not tied to a step. The values are the bounds of the mean time between two, in milliseconds. */
const byThemselves = {
  posBlocked: [10_000, 60_000],
  foreignVoucher: [3_000, 40_000],
  foreignTwin: [3_000, 40_000],
  ticketsForgotten: [5_000, 40_000],
  loginDown: [20_000, 90_000],
  /** A company takes its delegation back, for a while. */
  delegationEnds: [20_000, 90_000],
  dayRolls: [30_000, 90_000],
  databaseDown: [30_000, 90_000],
  databaseCrashes: [1_000, 30_000],
  /** A standby without the last commits takes over. */
  databaseFailsOver: [20_000, 90_000],
  /** A dump of it is loaded over it. */
  dumpLoaded: [30_000, 120_000],
  /** A copy within its server takes its place. */
  copiedByTemplate: [30_000, 120_000],
  /** Its files are copied back, and it is started as it is. */
  filesCopiedBack: [30_000, 120_000],
  /** What the issuers keep of it outside is lost, of an earlier time, or of another database. */
  witnessSpoilt: [5_000, 60_000],
  /** Somebody who has no key writes what he likes in its place. */
  watermarkForged: [5_000, 60_000],
  clockSteps: [5_000, 60_000],
  /** The authority's clock steps, by which it dates answers and vouchers. */
  authorityClockSteps: [5_000, 60_000],
  /** The time of day of an issuer's host steps, over midnight too. */
  hostClockSteps: [5_000, 60_000],
  /** A new version of the product declares content in another way. */
  deploys: [5_000, 60_000],
  redisDown: [30_000, 90_000],
  redisFlushed: [20_000, 90_000],
  /** The authority does not answer, or does not issue, for a minute at most. */
  authorityAway: [10_000, 60_000],
  /** One issuer's way to the authority is cut, and the others' are not. */
  issuerCutOff: [10_000, 60_000],
  /** An operator begins a company's contingency by hand, and ends it. */
  begunByHand: [20_000, 90_000],
  /** One process's way to Redis is cut, and the others' are not. */
  redisCut: [20_000, 90_000],
  /** Another system reports a voucher at a point of sale that stands in. */
  foreignReport: [20_000, 90_000],
} as const;

export type StepFault = keyof typeof atSteps;
export type Probabilities = Record<StepFault, number>;

export const faultless = Object.fromEntries(Object.keys(atSteps).map((fault) => [fault, 0])) as Probabilities;

export type LooseFault = keyof typeof byThemselves;

/** What a run can be made to have, whatever it would draw. */
export const forcible = [
  ...(Object.keys(atSteps) as StepFault[]),
  ...(Object.keys(byThemselves) as LooseFault[]),
  "lateOperator",
] as const;
export type Forcible = (typeof forcible)[number];

/** The database loses its last commits. */
const lossesOfCommits = ["databaseFailsOver", "dumpLoaded", "copiedByTemplate", "filesCopiedBack"] as const;

export const mayLoseCommits = ({ everyMs }: Circumstances): boolean =>
  lossesOfCommits.some((fault) => everyMs[fault] !== undefined);

/** The conditions of a run. Every run draws its own, so that rare combinations occur. */
export interface Circumstances {
  mode: Mode;
  faultsEndMs: number;
  endMs: number;
  /** Outages last for minutes. */
  longOutages: boolean;
  issuers: number;
  apis: number;
  /** Each is of one company. */
  clients: number;
  companies: Companies;
  voucherTypes: readonly [number, ...number[]];
  /** Of each company. */
  monthlyVouchers: number;
  callTimeoutMs: number;
  batchMax: number;
  /** The operator has declared that only this service issues at the points of sale. */
  exclusive: boolean;
  lockWaitMs: number;
  /** They send many sales at once. */
  batchClients: number;
  /** The probability that a client sends a key which was used before. */
  sharedKeys: number;
  /** Nothing else goes wrong, so nobody may be turned away. */
  onlyRedisFails: boolean;
  /** Issuers keep the lock of a sequence between two drains, as they do. In every second seed they do not, as when a long time passes between two. */
  keepsLocks: boolean;
  /** An operator imports, decides and gives keys their vouchers while faults go on. In every third seed. */
  operatorActs: boolean;
  /** How long an element waits. In most runs longer than the run. */
  timeoutMs: number;
  /** How long after the last fault an operator begins to decide. In safety mode, how long after the beginning about reports. */
  operatorWaitsMs: number;
  /** The quiet period: how long a number must look never granted before a refusal of it counts. */
  refusalQuietMs: number;
  requestTimeoutMs: number;
  probability: Probabilities;
  everyMs: Partial<Record<LooseFault, number>>;
  /** Null: no point of sale stands in for another, whatever the companies say. */
  contingency: {
    /** How long the authority is silent until a contingency begins. */
    afterMs: number;
    /** When the codes of the two fortnights of a run are obtained. */
    codesAtMs: [number, number];
    /** The last numbers of the points of sale that stand in are known. */
    isSeeded: boolean;
    /** When the authority is asked for them first. 0 unless it says otherwise. */
    seedsAtMs?: number;
    /** Another program issued so many vouchers there before. 0 unless it says otherwise. */
    before?: number;
    /** The probability that a caller forbids to issue under CAEA. */
    never: number;
  } | null;
}

/**
 * After the last fault, until all is settled (I10). The rounds of questions about a number are half a minute apart, and in a run each of three issuers
 * may first learn in one that its ticket is refused.
 */
export const settlingMs = 180_000;
/** Leaves time to settle for requests that were recorded right before the faults ended. */
const lastArmingMs = 30_000;

export function chooseCircumstances(
  random: Random,
  mode: Mode,
  forced: readonly Forcible[] = [],
): Omit<Circumstances, "keepsLocks" | "operatorActs"> {
  const has = (name: Forcible, chance: number) => random.chance(chance) || forced.includes(name);
  const longOutages = random.chance(0.1);
  const faultsEndMs = longOutages ? random.integer(100_000, 400_000) : random.integer(30_000, 100_000);
  const probability = Object.fromEntries(
    Object.entries(atSteps).map(([fault, [low, high]]) => [
      fault,
      has(fault as StepFault, 0.4) ? random.between(low, high) : 0,
    ]),
  ) as Probabilities;
  const everyMs: Partial<Record<LooseFault, number>> = Object.fromEntries(
    Object.entries(byThemselves)
      .map(([fault, [low, high]]) => [fault, random.between(low, high)] as const)
      .filter(([fault]) => has(fault as LooseFault, 0.4)),
  );
  // A foreign voucher equal to ours closes the sequence until an operator decides, so I10 would not hold.
  if (mode === "liveness") delete everyMs.foreignTwin;
  const exclusive = random.chance(0.15);
  // Foreign vouchers break the operator's declaration and need an operator, so they are rare here.
  if (exclusive) delete everyMs.foreignTwin;

  // Longer than any request lives, and the run is longer than asking and quiet together.
  const isQuiet = mode === "safety" && random.chance(0.02);
  const refusalQuietMs = isQuiet ? 200_000 : 600_000;
  const quietEndMs = isQuiet ? 900_000 : 0;

  const contingency = random.chance(0.5) ? chooseContingency(random) : null;
  // Longer than a contingency may last after the faults.
  const operatorWaitsMs = has("lateOperator", 0.25) ? 190_000 : 0;
  if (!contingency) delete everyMs.begunByHand;
  // Keys that a failover may have forgotten wait until somebody was asked, so I10 would not hold.
  if (contingency && mode === "liveness") contingency.isSeeded = true;
  // It blocks the reports behind it until a person has found out, so I19 would not hold.
  if (!contingency || mode === "liveness") delete everyMs.foreignReport;

  return {
    mode,
    faultsEndMs: mode === "liveness" ? faultsEndMs : Number.POSITIVE_INFINITY,
    endMs:
      mode === "liveness"
        ? faultsEndMs + settlingMs + lastArmingMs + operatorWaitsMs
        : Math.max(quietEndMs, faultsEndMs + 40_000),
    operatorWaitsMs,
    longOutages,
    issuers: random.integer(1, 3),
    apis: random.integer(1, 2),
    clients: random.chance(0.15) ? random.integer(6, 10) : random.integer(1, 5),
    companies: chooseCompanies(random),
    voucherTypes: random.chance(0.25) ? [6, 11] : [6],
    monthlyVouchers: random.chance(0.15) ? random.integer(1, 4) : 1_000,
    callTimeoutMs: random.pick([1_000, 2_000, 5_000, 30_000]),
    batchMax: random.pick([1, 1, 2, 3, 10]),
    exclusive,
    refusalQuietMs,
    lockWaitMs: random.pick([2_000, 5_000, 20_000]),
    requestTimeoutMs: random.pick([12_000, 60_000]),
    probability,
    everyMs,
    onlyRedisFails: false,
    batchClients: random.chance(0.4) ? random.integer(1, 2) : 0,
    sharedKeys: 0.3,
    timeoutMs: random.chance(0.25) ? random.integer(5_000, 60_000) : 86_400_000,
    contingency,
  };
}

function chooseContingency(random: Random): Circumstances["contingency"] {
  const codeAtMs = () => random.pick([0, 0, 0, random.between(0, 60_000), Number.POSITIVE_INFINITY]);
  return {
    afterMs: random.pick([500, 2_000, 10_000]),
    codesAtMs: [codeAtMs(), codeAtMs()],
    isSeeded: random.chance(0.9),
    seedsAtMs: random.pick([0, 0, random.between(0, 40_000)]),
    before: random.pick([0, 0, 3]),
    never: random.pick([0, 0.2]),
  };
}
