import type { Submission } from "../../../shared/db/submissions.js";
import { toAmounts, toBody } from "../../chaos/simulation/sale.js";

const sale = { voucherType: 6, total: "100.00", date: "20261121", document: "0" } as const;

/** Number 42, written ahead and never asked for. */
export const submission: Submission = {
  id: 1,
  revision: 1,
  number: 42,
  body: toBody("sale-1", sale),
  amounts: toAmounts(sale),
  vatRounding: "auto",
  requestId: "r-1",
  refusal: null,
  refusedAgoMs: null,
};
