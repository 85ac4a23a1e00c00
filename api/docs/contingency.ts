import { success } from "../schemas/answers.js";
import { contingency, contingencyTurn, retriedReport } from "../schemas/contingency.js";
import { describe } from "./describe.js";
import { idInPath } from "./number-in-path.js";

const tag = "Contingencies";
const standing = { description: "How things stand.", schema: success(contingency) };

/** The operations about contingencies, as the OpenAPI document describes them. */
export const contingencyDocs = [
  describe({
    method: "get",
    path: "/contingency",
    tag,
    summary: "Whether a contingency lasts",
    description:
      "While the authority does not answer, vouchers are issued under a code that was obtained before (CAEA), at the point of sale that stands in (`contingencyPos`), and are reported afterwards.",
    answers: { 200: standing },
    failures: [],
  }),
  describe({
    method: "post",
    path: "/contingency",
    tag,
    summary: "Begin or end a contingency by hand",
    description:
      "One that was begun by hand ends by hand alone. Begins one that lasts already: it is a person's from then on. What is so already changes nothing.",
    body: contingencyTurn,
    answers: { 200: standing },
    failures: [402],
  }),
  describe({
    method: "post",
    path: "/invoices/{id}/report",
    tag,
    summary: "Report a voucher again",
    description:
      "Has the report of a voucher under CAEA tried again after the authority refused it and the cause was mended. A report that is not rejected stays as it is.",
    params: idInPath("id", "The voucher's id."),
    answers: { 200: { description: "The report as it stands now.", schema: success(retriedReport) } },
    failures: [402, 404],
  }),
];
