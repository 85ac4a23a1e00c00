import { hash } from "node:crypto";
import type { Caller } from "../../shared/db/company/caller.js";
import type { NoteOf } from "../../shared/db/issuing/credits.js";
import type { IssuanceView } from "../../shared/db/issuing/issuances.js";
import type { Amounts } from "../../shared/domain/amounts.js";
import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { Handling } from "../http/handling.js";

/** A request to issue, after its body was checked. */
export interface IssuingRequest {
  caller: Caller;
  body: IssuanceRequest;
  amounts: Amounts;
  /** Taxed net of the caller's own numbers, on which perceptions are computed. */
  net: string;
  requestId: string;
  /** Takes what the point of sale does not know of the body. */
  handling: Handling;
  /** Voucher that it is a note of. Undefined for POST /invoices. */
  noteOf?: NoteOf | undefined;
  /** See `hashOfRequest`. */
  bodyHash: Uint8Array<ArrayBuffer>;
  /** When the request times out, by `performance.now`. */
  giveUpAtMs: number;
}

/** SHA-256 of the checked body: by it two requests of one key are found to be the same. */
export const hashOfBody = (body: IssuanceRequest): Uint8Array<ArrayBuffer> => hashOf(body);

/** Hash of what was asked for: the checked body, and what it is a note of. */
export const hashOfRequest = ({ body, noteOf }: Pick<IssuingRequest, "body" | "noteOf">): Uint8Array<ArrayBuffer> =>
  hashOf(noteOf ? [body, noteOf.original.id, noteOf.isFull] : body);

const hashOf = (asked: unknown) => new Uint8Array(hash("sha256", JSON.stringify(asked), "buffer"));

export const sequenceOf = ({ caller, body }: IssuingRequest): SequenceKey => ({
  companyId: caller.companyId,
  production: caller.production,
  posNumber: body.posNumber,
  voucherType: body.voucherType,
});

/** Whether it asked for this point of sale and type. Its voucher may have the number of one that stood in. */
export const isOfSequence = (view: IssuanceView, { posNumber, voucherType }: IssuanceRequest): boolean =>
  view.posNumber === posNumber && view.voucherType === voucherType;

/** Nothing is decided about it yet. */
export const isOpen = (view: IssuanceView) => view.state === "queued" || view.state === "submitted";

export const hasSameBody = ({ bodyHash }: IssuingRequest, view: IssuanceView): boolean =>
  Buffer.from(view.bodyHash).equals(bodyHash);

/**
 * If it made no voucher and had another body, the present body was never judged: the key is tried again with it. So it is when the
 * key's batch was cancelled, which this caller did not ask for.
 */
export const isAnswerTo = (request: IssuingRequest, settled: IssuanceView): boolean =>
  settled.state === "approved" || (hasSameBody(request, settled) && settled.outcome?.code !== "CANCELLED");
