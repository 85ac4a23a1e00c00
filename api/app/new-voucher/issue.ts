import type { z } from "@hono/zod-openapi";
import type { issued } from "../../schemas/answers.js";
import type { ApiClient } from "../frame/api-client.js";
import type { Voucher } from "../invoices/voucher.js";
import { errorInSpanish } from "../spanish/errors.js";
import { type FormFault, faultsOf } from "./review.js";
import { isSameVoucher } from "./same-voucher.js";
import type { Draft } from "./to-body.js";

type IssuanceAnswer = z.infer<typeof issued>["result"];

/** How sending a form ended. */
export type FormEnding =
  /** `isFirst`: by this very request. Otherwise the voucher was there: the same form was sent before. */
  | { kind: "issued"; id: number; isFirst: boolean }
  | { kind: "faults"; faults: FormFault[] }
  /** The key has a voucher that says something else. */
  | { kind: "another"; text: string; status: number }
  /** Refused: it was certainly not issued. */
  | { kind: "refused"; text: string; status: number }
  /** Nobody knows yet: it may be issued. */
  | { kind: "unknown"; text: string; status: number };

/** Sends a draft to be issued under its key. Source: api/README.md, "Retrying safely". */
export async function issue(api: ApiClient, draft: Draft): Promise<FormEnding> {
  const answer = await api.post<IssuanceAnswer>("/invoices", draft.body);
  const { status } = answer;
  if (answer.ok) {
    const { id, idempotencyHit } = answer.result;
    if (!idempotencyHit) return { kind: "issued", id, isFirst: true };
    const row = await api.get<Voucher>(`/invoices/${id}`);
    const isSame = !row.ok || isSameVoucher(draft.body, row.result);
    return isSame ? { kind: "issued", id, isFirst: false } : { kind: "another", text: "", status: 409 };
  }
  const { error } = answer;
  if (status === 400 && error.details?.errors) return { kind: "faults", faults: faultsOf(draft, error) };
  const text = errorInSpanish(error);
  if (status === 409 && error.code === "VALIDATION_ERROR") return { kind: "another", text, status };
  if (error.code === "TAXAUTH_UNCONFIRMED" || status === 500 || status === 504)
    return { kind: "unknown", text, status };
  return { kind: "refused", text, status };
}
