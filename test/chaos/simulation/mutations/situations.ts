import { type Circumstances, faultless } from "../circumstances.js";
import { oneCompany, twoCompanies, twoPoints } from "../companies.js";

/**
 * A worker pauses at a call. Meanwhile its successor's re-sends are refused, and the short quiet period soon makes the refusal
 * count: no request travels for that long here. Little else goes wrong.
 */
export const pausesAndRefusals: Partial<Circumstances> = {
  issuers: 3,
  clients: 1,
  callTimeoutMs: 1_000,
  refusalQuietMs: 2_000,
  exclusive: false,
  everyMs: {},
  probability: { ...faultless, pauseAtCall: 0.15, refused: 0.4, requestLost: 0.2, requestLate: 0.2 },
};

/** The same with many sales in one numbering, whose workers pause twice as often. */
export const manyPauses: Partial<Circumstances> = {
  ...pausesAndRefusals,
  companies: oneCompany,
  contingency: null,
  clients: 12,
  batchClients: 0,
  voucherTypes: [6],
  probability: { ...faultless, pauseAtCall: 0.3, refused: 0.4, requestLost: 0.2, requestLate: 0.2 },
};

/** Refusals and late requests, with a quiet period that is longer than any request lives, in a run that is longer still. */
export const quietPeriods: Partial<Circumstances> = {
  companies: oneCompany,
  contingency: null,
  issuers: 1,
  apis: 1,
  clients: 3,
  batchClients: 0,
  voucherTypes: [6],
  exclusive: false,
  callTimeoutMs: 2_000,
  refusalQuietMs: 200_000,
  faultsEndMs: Number.POSITIVE_INFINITY,
  endMs: 1_200_000,
  everyMs: {},
  probability: { ...faultless, refused: 0.8, requestLost: 0.02, requestLate: 0.25, lateLong: 0.8 },
};

/** The network delivers requests twice; the second copy is refused, or its ticket is. Counters lag. */
export const secondCopies: Partial<Circumstances> = {
  companies: oneCompany,
  clients: 6,
  batchMax: 3,
  exclusive: false,
  everyMs: {},
  probability: {
    ...faultless,
    requestTwice: 0.3,
    ticketAtSecond: 0.4,
    refusedAtSecond: 0.4,
    loginTooSoon: 0.8,
    countLags: 0.4,
  },
};

/** The same, and the authority's clock goes ten minutes ahead and back, where others issue, too. */
export const clocksSetBack: Partial<Circumstances> = {
  ...secondCopies,
  contingency: null,
  voucherTypes: [6],
  operatorWaitsMs: 0,
  everyMs: { foreignVoucher: 20_000, authorityClockSteps: 5_000 },
  probability: { ...faultless, requestTwice: 0.5 },
};

/** Calls that last for half a minute, so that a copy which the HTTP layer sends by itself comes late. Refusals, and counters that lag. */
export const longCalls: Partial<Circumstances> = {
  companies: oneCompany,
  contingency: null,
  issuers: 2,
  clients: 6,
  exclusive: false,
  callTimeoutMs: 30_000,
  everyMs: {},
  probability: { ...faultless, refused: 0.4, countLags: 0.3 },
};

/** Numbers are freed by refusals while a copy of the request is still on its way. */
export const freedNumbers: Partial<Circumstances> = {
  ...secondCopies,
  everyMs: { delegationEnds: 6_000 },
  probability: { ...faultless, requestTwice: 0.4, copyLate: 0.5, refusedAtSecond: 0.6, countLags: 0.3 },
};

/** The same with several numbers in one request. */
export const freedBatches: Partial<Circumstances> = {
  ...freedNumbers,
  contingency: null,
  issuers: 1,
  clients: 8,
  batchMax: 10,
  sharedKeys: 0.5,
  everyMs: {},
  probability: { ...faultless, requestTwice: 0.4, copyLate: 0.7, refusedAtSecond: 0.6, jobLate: 0.2 },
};

/** The first copies of requests come late, and many send the same few keys again, while an operator imports what was granted. */
export const importedCopies: Partial<Circumstances> = {
  companies: oneCompany,
  contingency: null,
  issuers: 2,
  apis: 2,
  clients: 40,
  batchClients: 0,
  batchMax: 1,
  voucherTypes: [6],
  monthlyVouchers: 1_000,
  sharedKeys: 0.95,
  exclusive: false,
  callTimeoutMs: 5_000,
  lockWaitMs: 20_000,
  longOutages: false,
  operatorActs: true,
  operatorWaitsMs: 0,
  everyMs: {},
  probability: { ...faultless, requestTwice: 0.7, copyLate: 0.9, refusedAtSecond: 0.9, clientDies: 0.1 },
};

/** Many takers at once, and answers that arrive when another taker is already at work. */
export const crowd: Partial<Circumstances> = {
  issuers: 3,
  callTimeoutMs: 5_000,
  lockWaitMs: 20_000,
  everyMs: { foreignVoucher: 15_000 },
  probability: {
    ...faultless,
    requestLate: 0.3,
    answerLost: 0.2,
    answerSlow: 0.3,
    jobDoubled: 0.4,
    consultLags: 0.2,
    databaseSlow: 0.2,
    refused: 0.1,
    issuerPause: 0.005,
  },
};

/** The database is away for minutes while a sequence is closed and no caller asks. */
export const longOutage: Partial<Circumstances> = {
  companies: oneCompany,
  faultsEndMs: 270_000,
  endMs: 420_000,
  longOutages: true,
  contingency: null,
  issuers: 1,
  clients: 5,
  everyMs: { databaseDown: 40_000 },
  probability: { ...faultless, requestLost: 0.5, readLost: 0.97, clientDies: 0.7 },
};

/** The database crashes often, and issuers are slow to write ahead. */
export const crashes: Partial<Circumstances> = {
  companies: oneCompany,
  clients: 8,
  apis: 2,
  issuers: 1,
  lockWaitMs: 20_000,
  everyMs: { databaseCrashes: 1_500 },
  probability: { ...faultless, jobLate: 0.3, clientDies: 0.1 },
};

/** A standby takes over often while issuers pause at calls. No foreign vouchers. */
export const failovers: Partial<Circumstances> = {
  companies: oneCompany,
  issuers: 3,
  clients: 6,
  batchClients: 0,
  apis: 2,
  batchMax: 1,
  exclusive: false,
  lockWaitMs: 20_000,
  requestTimeoutMs: 60_000,
  everyMs: { databaseFailsOver: 8_000 },
  probability: {
    ...faultless,
    requestLate: 0.2,
    answerLost: 0.2,
    answerSlow: 0.2,
    databaseSlow: 0.3,
    countLags: 0.2,
    issuerPause: 0.01,
    redisFails: 0.05,
    requestDoubled: 0.2,
  },
};

/** Dumps of it are loaded over it, and copies within its server take its place. */
export const loadedDumps: Partial<Circumstances> = {
  ...failovers,
  everyMs: { dumpLoaded: 6_000, copiedByTemplate: 12_000 },
  probability: { ...faultless, answerLost: 0.1, databaseSlow: 0.2, requestDoubled: 0.2, clientDies: 0.1 },
};

/** Its files are copied back, while many send their keys again. */
export const copiedFiles: Partial<Circumstances> = {
  ...failovers,
  clients: 10,
  sharedKeys: 0.8,
  everyMs: { filesCopiedBack: 4_000 },
  probability: { ...faultless, databaseSlow: 0.1, requestDoubled: 0.2, clientDies: 0.2 },
};

/** The same with one issuer, which often starts anew, and a Redis that loses its data. */
export const copiedFilesInRestarts: Partial<Circumstances> = {
  ...copiedFiles,
  issuers: 1,
  everyMs: { filesCopiedBack: 6_000, redisFlushed: 2_000 },
  probability: { ...faultless, issuerCrash: 0.03, requestDoubled: 0.2, clientDies: 0.1 },
};

/** A standby takes over often, and keys are sent again afterwards: an operator gives them the vouchers that were forgotten. */
export const forgottenVouchers: Partial<Circumstances> = {
  ...failovers,
  clients: 8,
  voucherTypes: [6],
  monthlyVouchers: 1_000,
  contingency: null,
  everyMs: { databaseFailsOver: 10_000 },
  operatorWaitsMs: 0,
};

/** Many send the same few keys for one of two points of sale and then for the other, because the authority often cannot be reached. */
export const keysElsewhere: Partial<Circumstances> = {
  ...forgottenVouchers,
  companies: twoPoints,
  clients: 24,
  issuers: 2,
  sharedKeys: 0.9,
  operatorActs: true,
  probability: { ...faultless, notSent: 0.3, clientDies: 0.1 },
};

/**
 * The first seconds of a numbering are lost with its row, while rows of issuances survive; and an operator gives the vouchers that are found to
 * other keys.
 */
export const forgottenSequences: Partial<Circumstances> = {
  ...forgottenVouchers,
  apis: 1,
  issuers: 1,
  clients: 10,
  sharedKeys: 0.6,
  everyMs: { databaseFailsOver: 3_000 },
  probability: { ...faultless, jobLate: 0.5, requestDoubled: 0.2 },
};

/** Another system issues vouchers equal to ours, and answers are lost. */
export const twins: Partial<Circumstances> = {
  clients: 4,
  exclusive: false,
  everyMs: { foreignVoucher: 8_000, foreignTwin: 2_500 },
  probability: { ...faultless, requestLost: 0.4, answerLost: 0.2, countLags: 0.5, consultLags: 0.3, lagsLong: 0.5 },
};

/** Few sell, so another system's equal voucher is often older than the sale whose number it has. No operator decides. */
export const earlierTwins: Partial<Circumstances> = {
  ...twins,
  companies: oneCompany,
  contingency: null,
  clients: 3,
  batchClients: 0,
  voucherTypes: [6],
  faultsEndMs: Number.POSITIVE_INFINITY,
  everyMs: { foreignTwin: 6_000 },
  probability: { ...faultless, answerSlow: 0.2, countLags: 0.2, consultLags: 0.2 },
};

/** Look-ups restate what was declared, and answers are lost. */
export const restatements: Partial<Circumstances> = {
  clients: 4,
  exclusive: false,
  everyMs: {},
  probability: { ...faultless, answerLost: 0.5, restated: 0.5 },
};

/** Redis is away for half a minute and longer, again and again, and nothing else goes wrong. */
export const withoutRedis: Partial<Circumstances> = {
  onlyRedisFails: true,
  longOutages: true,
  contingency: null,
  clients: 4,
  batchClients: 0,
  issuers: 2,
  callTimeoutMs: 5_000,
  lockWaitMs: 20_000,
  requestTimeoutMs: 60_000,
  monthlyVouchers: 1_000,
  everyMs: { redisDown: 10_000 },
  probability: faultless,
};

/** Redis comes and goes, also for one issuer alone, while many sell. */
export const fickleRedis: Partial<Circumstances> = {
  ...withoutRedis,
  onlyRedisFails: false,
  longOutages: false,
  clients: 8,
  issuers: 3,
  everyMs: { redisDown: 8_000, redisCut: 8_000 },
  probability: { ...faultless, answerSlow: 0.2, databaseSlow: 0.2, jobDoubled: 0.2, redisFails: 0.1 },
};

/** Many issuances at once, several in one call. */
export const batches: Partial<Circumstances> = {
  clients: 8,
  batchMax: 10,
  lockWaitMs: 20_000,
  everyMs: {},
  probability: { ...faultless, requestLost: 0.1, requestLate: 0.2, answerLost: 0.2, refused: 0.1, issuerCrash: 0.01 },
};

/** Batches and callers on one sequence, often with the same keys. */
export const manyElements: Partial<Circumstances> = {
  clients: 5,
  batchClients: 2,
  timeoutMs: 86_400_000,
  everyMs: {},
  probability: { ...faultless, refused: 0.1, issuerCrash: 0.01, jobLate: 0.2, requestLost: 0.05 },
};

/** The same while the authority often cannot be reached or does not answer. */
export const closedLines: Partial<Circumstances> = {
  ...manyElements,
  everyMs: { loginDown: 20_000, ticketsForgotten: 5_000 },
  probability: { ...faultless, notSent: 0.3, answerLost: 0.2, requestLate: 0.2, refused: 0.1, connectSlow: 0.2 },
};

/** The same keys in several batches and of callers, of two companies, and calls that take long. */
export const waitingElements: Partial<Circumstances> = {
  ...manyElements,
  companies: twoCompanies,
  batchClients: 4,
  sharedKeys: 0.8,
  callTimeoutMs: 30_000,
  probability: { ...faultless, requestLost: 0.2, answerLost: 0.2, refused: 0.1, notSent: 0.1 },
};

/** The same while a standby takes over often. */
export const lostBatches: Partial<Circumstances> = {
  ...failovers,
  clients: 4,
  batchClients: 2,
  timeoutMs: 86_400_000,
  sharedKeys: 0.6,
  everyMs: { databaseFailsOver: 6_000 },
  probability: { ...faultless, refused: 0.4, clientDies: 0.1, databaseSlow: 0.1 },
};

export const contingencyFaults = {
  ...faultless,
  requestLate: 0.2,
  answerLost: 0.1,
  notSent: 0.05,
  jobDoubled: 0.3,
  databaseSlow: 0.2,
  issuerCrash: 0.005,
  issuerPause: 0.01,
};

/** The authority is often away, and callers keep selling. */
export const contingencies: Partial<Circumstances> = {
  issuers: 3,
  clients: 6,
  voucherTypes: [6],
  monthlyVouchers: 1_000,
  contingency: { afterMs: 500, codesAtMs: [0, 0], isSeeded: true, never: 0.1 },
  callTimeoutMs: 2_000,
  lockWaitMs: 20_000,
  requestTimeoutMs: 60_000,
  everyMs: { authorityAway: 10_000, begunByHand: 20_000, dayRolls: 40_000 },
  probability: contingencyFaults,
};

/** The same while a standby takes over often. */
export const lostContingencies: Partial<Circumstances> = {
  ...contingencies,
  exclusive: false,
  batchClients: 0,
  everyMs: { authorityAway: 10_000, databaseFailsOver: 6_000 },
};

/** A standby takes over now and then, persons often begin contingencies, and one is asked which vouchers are missing, in a longer run. */
export const missingVouchers: Partial<Circumstances> = {
  ...lostContingencies,
  clients: 12,
  operatorWaitsMs: 0,
  longOutages: false,
  faultsEndMs: 150_000,
  endMs: 310_000,
  everyMs: { begunByHand: 4_000, databaseFailsOver: 20_000 },
};

/** The same, and short waits: many keys end without a voucher, and are sent again. */
export const importedFromLater: Partial<Circumstances> = {
  ...missingVouchers,
  sharedKeys: 0.6,
  lockWaitMs: 5_000,
};

/** Failovers, persons who begin contingencies, and callers who send their keys again, also for other points of sale. */
export const doubtfulKeys: Partial<Circumstances> = {
  ...lostContingencies,
  clients: 8,
  sharedKeys: 0.6,
  everyMs: { databaseFailsOver: 12_000, begunByHand: 12_000 },
  endMs: 250_000,
};

/** Contingencies while nothing else goes wrong, and every sale may move. */
export const calmContingencies: Partial<Circumstances> = {
  ...contingencies,
  batchClients: 0,
  contingency: { afterMs: 500, codesAtMs: [0, 0], isSeeded: true, never: 0 },
  everyMs: { authorityAway: 10_000 },
  probability: faultless,
};

/** The same while one issuer's way to the authority is cut, and the others' are not. */
export const cutOffIssuers: Partial<Circumstances> = {
  ...calmContingencies,
  companies: oneCompany,
  issuers: 2,
  clients: 16,
  everyMs: { issuerCutOff: 10_000 },
};

/** A number waits for a person at the only point of sale, and the person takes minutes. */
export const slowOperators: Partial<Circumstances> = {
  ...calmContingencies,
  companies: oneCompany,
  operatorWaitsMs: 190_000,
  exclusive: true,
  everyMs: { authorityAway: 10_000, foreignVoucher: 8_000 },
};

/** Many reports, and answers to them that are lost. */
export const reports: Partial<Circumstances> = {
  ...contingencies,
  everyMs: { begunByHand: 10_000, dayRolls: 40_000 },
  probability: {
    ...contingencyFaults,
    requestLost: 0.1,
    requestLate: 0.3,
    answerLost: 0.3,
    answerSlow: 0.2,
    refused: 0.1,
    consultLags: 0.2,
    countLags: 0.2,
    issuerCrash: 0.01,
  },
};

/** The authority refuses many of them. */
export const refusedReports: Partial<Circumstances> = {
  ...reports,
  probability: { ...contingencyFaults, refused: 0.4 },
};
