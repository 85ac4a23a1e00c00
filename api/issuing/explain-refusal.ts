import type { AuthorityMessage } from "../../shared/domain/cae-outcome.js";

const associated =
  "Name in associatedVouchers the voucher as the authority has it: type, point of sale, number and date.";
const mustBeFce =
  "From this amount on the receiver must get a credit invoice (FCE MiPyME): issue type 201 in place of 1, 206 of 6, 211 of 11.";
const payment = "Set fce with PATCH /fiscal-data, or send it with the invoice: cbu, and transfer SCA or ADC.";

/** What a person can do about a refusal of a credit invoice, by the authority's code. Source: api/README.md, "Credit invoices". */
const sentences = new Map<number, string>([
  [10154, "Send fce.cancellation true once the buyer has rejected what the note modifies, and only then."],
  [10158, associated],
  [10160, associated],
  [10161, "The receiver has no electronic fiscal address. It must have one at the authority before it can get this."],
  [10163, "Send serviceExpiration: the day until when the invoice is to be paid."],
  [10164, "Send a serviceExpiration that is neither before voucherDate nor before today."],
  [10168, payment],
  [10174, "Give as fce.cbu an account of the company's own that is registered at the authority and in force."],
  [10176, "The receiver's tax id is not active. Look it up with GET /taxauth/padron/{cuit}."],
  [10177, "The receiver's VAT condition does not go with this letter. Look it up with GET /taxauth/padron/{cuit}."],
  [10180, "This receiver gets no credit invoices: issue type 1, 6 or 11, that of the same letter, in its place."],
  [10181, "Issue the note in the invoice's currency, or for a difference of exchange in pesos."],
  [
    10183,
    "Issue the note to the receiver of what it modifies. A credit cancels an invoice or debit note, a debit a credit.",
  ],
  [
    10184,
    "A credit must be less than what is owed of the invoice. Credit less, or wait until the buyer rejects the invoice and send fce.cancellation true.",
  ],
  [10188, mustBeFce],
  [10192, mustBeFce],
  [10214, payment],
  [10215, payment],
  [10216, payment],
  [10251, "The company is a financial entity: it issues no credit invoices. Issue type 1, 6 or 11."],
]);

/** This code has many reasons: its words tell them apart. */
const general = 10000;
const reasonsOfGeneral: [words: RegExp, sentence: string][] = [
  [
    /registrad[ao] como pyme/i,
    "Register the company at the authority as a small one (MiPyME): others issue no credit invoices.",
  ],
  [
    /domicilio fiscal electr/i,
    "The company must have an electronic fiscal address at the authority before it issues credit invoices.",
  ],
];

/** What can be done about these reasons, each said once. Empty when nothing is known beyond the authority's own words. */
export const explainRefusal = (reasons: AuthorityMessage[]): string[] => [
  ...new Set(
    reasons.flatMap(({ code, msg }) =>
      code === general
        ? reasonsOfGeneral.flatMap(([words, sentence]) => (words.test(msg) ? [sentence] : []))
        : (sentences.get(code) ?? []),
    ),
  ),
];
