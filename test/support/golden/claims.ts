import { adoptVoucher } from "../../../shared/db/adoption/adopt-voucher.js";
import * as claimants from "../../../shared/db/adoption/claimants.js";
import { listEarlier, listOtherEarlier } from "../../../shared/db/adoption/earlier-contents.js";
import { listFreed } from "../../../shared/db/adoption/freed-numbers.js";
import { listLike } from "../../../shared/db/adoption/like-sales.js";
import { listLost } from "../../../shared/db/adoption/lost-issuances.js";
import { mayHaveSent } from "../../../shared/db/adoption/may-have-sent.js";
import { doubtEqualSales, doubtFreed } from "../../../shared/db/reconcile/doubt-equal-sales.js";
import { addVouchers, importVouchers } from "../../../shared/db/reconcile/import-vouchers.js";
import { listKeyless, listKeylessOn } from "../../../shared/db/reconcile/keyless-vouchers.js";
import * as checks from "../../../shared/db/reconcile/number-checks.js";
import * as reconciliation from "../../../shared/db/reconcile/reconciliation.js";
import * as verification from "../../../shared/db/reconcile/verify-numbering.js";
import type { GoldenCalls } from "./record-statements.js";
import { claimant, content, key, recorded, submission, taken, tenant } from "./samples.js";

const claim = { claimant, content, lines: [], at: key, recorded };
/** Nobody else has the sequence or the sale, and the voucher is there without a key. */
const claimable = [[{}], [{}], [], [], [], [{ id: 1 }]];
const shown = { voucherDate: "20260301", totalAmount: "1.00" } as Parameters<typeof listLike>[2];
const day = "20260301";

/** Vouchers that the authority has and our database does not, and whose they are. */
export const claimCalls: GoldenCalls = {
  claim_voucher: { send: (db) => adoptVoucher(db, taken, claim), rows: claimable },
  claim_voucher_instead_of: { send: (db) => adoptVoucher(db, taken, { ...claim, own: submission }), rows: claimable },
  find_claimant: (db) => claimants.findAdoptionCandidate(db, key, 1),
  find_number_standing: (db) => claimants.findNumberState(db, key, 1),
  list_freed_of: (db) => claimants.listFreedOf(db, taken, 1),
  list_unexplained: (db) => claimants.listUnknown(db, key, { from: day, to: day }, 1),
  list_earlier: (db) => listEarlier(db, 1),
  list_other_earlier: (db) => listOtherEarlier(db, key, shown, { issuanceId: 1, number: 1, mayBeForgotten: false }),
  list_freed: (db) => listFreed(db, key, 1, 2),
  list_like: (db) => listLike(db, key, shown),
  list_lost: (db) => listLost(db, tenant, 1),
  may_have_sent: (db) => mayHaveSent(db, 1, key, 1),
  import_vouchers: { send: (db) => importVouchers(db, key, []), rows: [[], [], [{ number: 1 }]] },
  add_vouchers: (db) => addVouchers(db, key, []),
  doubt_equal_sales: (db) => doubtEqualSales(db, key),
  doubt_freed: (db) => doubtFreed(db, key, [1]),
  list_keyless: (db) => listKeyless(db, tenant, day),
  list_keyless_on: (db) => listKeylessOn(db, tenant, [day]),
  list_numbers_behind: (db) => checks.listNumbersBehind(db),
  list_companies_to_check: (db) => checks.listCompaniesToCheck(db, true),
  list_sequences: (db) => reconciliation.listSequences(db, tenant),
  read_standing: (db) => reconciliation.readStanding(db, key),
  first_number_since: { send: (db) => reconciliation.firstNumberSince(db, key, day), rows: [[{ number: 1 }]] },
  read_numbers: (db) => reconciliation.readNumbers(db, key, 1, 2),
  count_numbers: (db) => reconciliation.countNumbers(db, key, 1, 2),
  read_verification: (db) => verification.readVerification(db, key),
  verify_numbering: (db) => verification.verifyNumbering(db, key, 1),
  count_unverified: (db) => verification.countUnverified(db),
  count_unverified_of_company: (db) => verification.countUnverified(db, 1),
};
