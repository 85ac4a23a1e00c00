import type { Mail } from "../../shared/db/recipients.js";
import { sampleVoucher } from "../unit/renderer/sample-voucher.js";

/** A mail that is due, of the sample voucher to Ana. */
export const sampleMail = (changes: Partial<Mail> = {}): Mail => ({
  recipientId: 7,
  voucherId: 41,
  email: "ana@example.com",
  name: "Ana Gómez",
  comments: null,
  pdfVersions: [1],
  state: "due",
  ageMs: 1_000,
  waitMs: 0,
  voucher: sampleVoucher(),
  ...changes,
});
