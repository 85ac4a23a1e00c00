import { withTimeout } from "../../shared/concurrency/with-timeout.js";
import { isAnyIssuerSeen } from "../../shared/db/issuing/issuer-hearings.js";
import type { IssuingDeps } from "./deps.js";

const timeoutMs = 1_000;

/** Whether it is known that no issuer works. Asked only for a sale that nobody took up. */
export const isNobodyServing = (
  { issuing }: Pick<IssuingDeps, "issuing">,
  { production }: { production: boolean },
): Promise<boolean> =>
  withTimeout(timeoutMs, isAnyIssuerSeen(issuing.ofNobody, production)).then(
    (isSeen) => !isSeen,
    () => false,
  );
