import type { KeyObstacle } from "../../shared/db/issuing/suspicion.js";
import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import { ApiError } from "../errors.js";

/** The answer for a key that made no voucher here, and must not be tried again like this. Source: issuer/README.md, section 3, "A key in doubt". */
export function obstacleOfKey(obstacle: KeyObstacle, { posNumber, voucherType }: IssuanceRequest): ApiError {
  switch (obstacle.why) {
    case "unverified":
      return new ApiError(
        409,
        "It could not be confirmed whether the voucher was issued: the database lost commits, and an operator has not said yet which vouchers under CAEA " +
          "are missing. Send it again with the same idempotency key.",
        { code: "TAXAUTH_UNCONFIRMED", headers: { "Retry-After": "60" } },
      );
    case "barred":
      return new ApiError(
        409,
        "An operator has closed the idempotency key, because its voucher stands elsewhere. Nothing is issued with it any more.",
        { code: "VALIDATION_ERROR" },
      );
    case "imported":
      return new ApiError(
        409,
        `The database lost commits in which the idempotency key may have got its voucher, and vouchers of ${posNumber}-${voucherType} that belong ` +
          "to no key were imported since, or some are missing here. Nothing is issued with it before an operator has decided; use a new key once you know that none of them is this sale's.",
        { code: "VALIDATION_ERROR" },
      );
    case "elsewhere":
      return new ApiError(
        409,
        `The idempotency key was sent for ${obstacle.posNumber}-${obstacle.voucherType}, and may still get its voucher there; this request is for ` +
          `${posNumber}-${voucherType}. Send it again for ${obstacle.posNumber}-${obstacle.voucherType}, or use a new key once you know that it has none.`,
        { code: "VALIDATION_ERROR" },
      );
  }
}
