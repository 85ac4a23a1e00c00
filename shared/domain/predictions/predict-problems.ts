import { predictActivities } from "./activities.js";
import { predictAssociatedVouchers } from "./associated-vouchers.js";
import { predictBuyers } from "./buyers.js";
import { predictCurrency } from "./currency.js";
import { predictServiceDates, predictVoucherDate } from "./dates.js";
import { predictFceNote } from "./fce-note.js";
import { predictLetter } from "./letter.js";
import { predictOptionals } from "./optionals.js";
import type { Prediction, PredictionSubject, Problem } from "./problem.js";
import { predictReceiverDocument } from "./receiver-document.js";
import { predictTributes } from "./tributes.js";
import { predictVatRows } from "./vat-rows.js";

const predictions: Prediction[] = [
  predictLetter,
  predictReceiverDocument,
  predictVoucherDate,
  predictServiceDates,
  predictVatRows,
  predictTributes,
  predictCurrency,
  predictAssociatedVouchers,
  predictFceNote,
  predictOptionals,
  predictActivities,
  predictBuyers,
];

/** The reasons for which the authority would refuse this voucher, as far as we can predict them. */
export const predictProblems = (subject: PredictionSubject): Problem[] =>
  predictions.flatMap((prediction) => prediction(subject));
