import type { KeyObstacle } from "../../shared/db/issuing/suspicion.js";
import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import { ApiError } from "../errors.js";
import { unconfirmed } from "./failure-of.js";

/** The answer for a key that made no voucher here, and must not be tried again like this. Source: issuer/README.md, section 3, "A key in doubt". */
export function obstacleOfKey(obstacle: KeyObstacle, { posNumber, voucherType }: IssuanceRequest): ApiError {
  switch (obstacle.why) {
    case "unverified":
      return unconfirmed();
    case "barred":
      return new ApiError(
        409,
        "An operator has closed the idempotency key, because its voucher stands elsewhere. Nothing is issued with it any more.",
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
