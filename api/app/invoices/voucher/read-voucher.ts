import type { NamedVoucher } from "../../../../shared/domain/voucher-words.js";
import { maxADay, windowDays } from "../../../operations/regenerate-pdf.js";
import type { ApiClient } from "../../frame/api-client.js";
import { resultOf } from "../../frame/result-of.js";
import type { Voucher, WholeVoucher } from "../voucher.js";
import type { ModifiedVoucher } from "./related-part.js";

/** @throws ApiError with the API's own status: 404 when the company has no such voucher in this environment */
export const readVoucher = async (api: ApiClient, id: string): Promise<WholeVoucher> =>
  resultOf(await api.get<WholeVoucher>(`/invoices/${id}`));

/** Reads the vouchers that a voucher modifies, with the ids of those that are ours. */
export async function readModified(api: ApiClient, voucher: Voucher): Promise<ModifiedVoucher[]> {
  const associated = voucher.associatedVouchers ?? [];
  if (associated.length === 0) return [];
  const query = new URLSearchParams({
    type__in: valuesOf(associated, "voucherType"),
    pos__in: valuesOf(associated, "posNumber"),
    number__in: valuesOf(associated, "voucherNumber"),
    limit: "200",
  });
  const answer = await api.get<Voucher[]>(`/invoices?${query}`);
  const existing = (answer.ok ? answer.result : []).filter((one) => hadExisted(one, voucher));
  const ours = new Map(existing.map((one) => [keyOf(one), one.id]));
  return associated.map((one) => ({ ...one, id: ours.get(keyOf(one)) }));
}

/** Whether a voucher existed before a note, by the rule of shared/db/fragments/voucher-notes.ts: a note may name a later number. */
const hadExisted = (one: Voucher, note: Voucher): boolean =>
  [one, note].some(({ source }) => source === "rcel") ? one.created <= note.created : one.id < note.id;

const keyOf = ({ voucherType, posNumber, voucherNumber }: NamedVoucher) =>
  `${voucherType}-${posNumber}-${voucherNumber}`;
const valuesOf = (vouchers: NamedVoucher[], field: keyof NamedVoucher) =>
  [...new Set(vouchers.map((one) => one[field]))].join(",");

/** Reads the issuer of a voucher: a person by e-mail, or the name of an API key. */
export async function readIssuedBy(api: ApiClient, { userEmail, apiKeyId }: Voucher): Promise<string | undefined> {
  if (userEmail) return userEmail;
  if (apiKeyId === null) return undefined;
  const answer = await api.get<{ id: number; name: string }[]>("/api-keys?limit=200");
  const key = answer.ok ? answer.result.find(({ id }) => id === apiKeyId) : undefined;
  return key ? `Clave de API «${key.name}»` : `Clave de API ${apiKeyId}`;
}

/** How often the PDF may still be made anew today; undefined when that is not possible any more. */
export async function readRemaining(
  api: ApiClient,
  { id, created, source }: Voucher,
  nowMs: number,
): Promise<number | undefined> {
  if (source === "rcel" || nowMs - Date.parse(created) > windowDays * dayMs) return undefined;
  const query = new URLSearchParams({
    action: "invoice.pdf.regenerate",
    resourceId: String(id),
    created__gt: new Date(nowMs - dayMs).toISOString(),
    limit: "1",
  });
  const answer = await api.get<unknown[]>(`/audit-log?${query}`);
  return answer.ok ? Math.max(0, maxADay - (answer.total ?? 0)) : undefined;
}

const dayMs = 24 * 3_600_000;
