import type { Submission } from "../../../shared/db/issuing/submissions.js";
import { numbered } from "./authority/samples.js";

/** Number 42, written ahead and never sent. */
export const submission: Submission = {
  id: 1,
  revision: 1,
  ...numbered({ voucherDate: "20261121" }, 42),
  vatRounding: "auto",
  requestId: "r-1",
  authorityTimeMs: null,
  measuredAtMs: null,
  refusal: null,
  quietMs: 0,
  sends: 0,
  isListed: true,
  doubt: null,
  isDenied: false,
  isBackground: false,
  mayFailOver: false,
  looks: null,
  nowMs: Date.parse("2026-11-21T12:00:00Z"),
};
