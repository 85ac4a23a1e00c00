import { findIssuanceByKey, type IssuanceView } from "../../../shared/db/issuing/issuances.js";
import { findStoredBody } from "../../../shared/db/issuing/kept-content.js";
import type { IssuanceRequest } from "../../../shared/domain/issuance-request.js";
import type { LocalizedText } from "../../../shared/domain/localized-text.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { failureOf, notIssued } from "../../issuing/failure-of.js";
import { findPreviewContext } from "../../issuing/find-preview-context.js";
import type { AppDeps } from "../frame/deps.js";

/** State of the form of a key. */
export type FormState =
  | { kind: "new" }
  | { kind: "issued"; voucher: NonNullable<IssuanceView["voucher"]> }
  /** In flight: the form may be with the authority. `isInDoubt`: nobody knows yet whether it was authorized. */
  | { kind: "open"; isInDoubt: boolean; body: IssuanceRequest | undefined }
  /** Failed: it made no voucher; the key is free. */
  | { kind: "failed"; body: IssuanceRequest | undefined; why: LocalizedText };

/** Looks at what the API has recorded for the key. The API itself tells it only to who sends the same body again. */
export async function findAttempt(deps: AppDeps, tenant: Tenant, key: string): Promise<FormState> {
  const db = deps.issuing.of(tenant);
  const view = await findIssuanceByKey(db, tenant, key);
  if (!view) return { kind: "new" };
  if (view.voucher) return { kind: "issued", voucher: view.voucher };
  const body = await findStoredBody(db, tenant, key);
  if (view.state === "queued" || view.state === "submitted")
    return { kind: "open", isInDoubt: view.doubt !== null, body };
  return { kind: "failed", body, why: await failureFor(deps, tenant, view, body) };
}

async function failureFor(deps: AppDeps, tenant: Tenant, view: IssuanceView, body: IssuanceRequest | undefined) {
  const { outcome, posNumber, voucherType, usage } = view;
  if (!outcome || outcome.code === "CANCELLED") return notIssued;
  const standing = outcome.code === "TAXAUTH_ERROR" ? await findPreviewContext(deps, tenant, view) : null;
  const failed = { posNumber, voucherType, body: body ?? null, standing, usage, retryAfterMs: 0 };
  return failureOf(outcome, failed).said;
}
