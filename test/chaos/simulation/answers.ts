import type { Asked, Ending } from "./api.js";
import { mayLoseCommits } from "./circumstances.js";
import type { Parts } from "./parts.js";
import { describeRow, type Row } from "./rows.js";
import { isSameSale } from "./sale.js";

/** An answer as the caller sees it: the HTTP status, and the code of api/README.md. */
export interface Answer {
  status: 200 | 201 | 409 | 422 | 429 | 500 | 502 | 504;
  code: string;
}

/** A model of api/issuing/answer-issuance.ts. It checks every answer against both books before it gives it. */
export function answer(parts: Parts, asked: Asked, ending: Ending): Answer {
  if (ending.kind === "unconfirmed") return { status: 409, code: "TAXAUTH_UNCONFIRMED" };
  if (ending.kind === "barred") return { status: 409, code: "VALIDATION_ERROR" };
  if (ending.kind === "timedOut") return { status: 504, code: "" };
  if (ending.kind === "quota") return { status: 429, code: "SUBSCRIPTION_QUOTA_EXCEEDED" };
  if (ending.kind === "unreachable") {
    parts.ledger.denied(ending.row, "500, not issued");
    return { status: 500, code: "" };
  }

  const { row, replay } = ending;
  if (row.key !== asked.key || row.sequence.companyId !== asked.companyId)
    parts.world.violate("I14", `${asked.requestId} is answered with ${row.key}: ${describeRow(row)}`);
  if (row.state === "approved") return answerApproved(parts, asked, row, replay);
  const code = row.outcome?.code ?? "VOUCHER_LOCK_TIMEOUT";
  if (code === "TAXAUTH_UNCONFIRMED") return { status: 409, code };
  const status = code === "TAXAUTH_ERROR" ? 422 : code === "TAXAUTH_CONNECTION_ERROR" ? 502 : 429;
  parts.ledger.denied(row, `${status}`);
  if (status === 422 && !isSameSale(row.sale, asked.sale))
    parts.world.violate(
      "I6",
      `${asked.requestId} is answered 422 for content that it did not send: ${describeRow(row)}`,
    );
  return { status, code };
}

function answerApproved({ world, database, books, ledger }: Parts, asked: Asked, row: Row, replay: boolean): Answer {
  const voucher = database.vouchers.find((one) => one.issuanceId === row.id);
  const isTrue = voucher?.caea
    ? ledger.isIssued(row, voucher)
    : books.grants.some((one) => one.cae === voucher?.cae && one.number === voucher.number);
  if (!voucher || !isTrue) {
    // The row may have been read before the database lost it, and be answered after it.
    if (!mayLoseCommits(world.circumstances))
      world.violate(
        "I6",
        `${asked.requestId} is answered with a voucher that is not in the books: ${describeRow(row)}`,
      );
  } else if (voucher.sale.posNumber !== asked.sale.posNumber || voucher.sale.voucherType !== asked.sale.voucherType) {
    return { status: 409, code: "VALIDATION_ERROR" };
  } else if (!replay && !isSameSale(voucher.sale, asked.sale)) {
    world.violate("I6", `${asked.requestId} is answered 201 for content that it did not send: ${describeRow(row)}`);
  }
  return replay ? { status: 200, code: "" } : { status: 201, code: "" };
}
