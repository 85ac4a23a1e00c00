import type { RecordedVoucher } from "../../../shared/domain/recorded-voucher.js";
import { issuanceService } from "../services.js";
import { isDown } from "../wsaa/ask-with-ticket.js";
import type { Credentials } from "../wsaa/credentials.js";
import type { TicketUnavailability } from "../wsaa/unavailable.js";
import { type AuthorityOptions, createAuthority } from "./client.js";
import type { AskedVoucher } from "./consult-reply.js";
import { toRecordedVoucher } from "./recorded-voucher.js";

export type LastNumberAnswer = { outcome: "lastNumber"; number: number } | TicketUnavailability;

/** The last number of a sequence, read in the same way as for issuing. Never rejects. */
export async function readLastNumber(
  options: AuthorityOptions,
  credentials: Credentials,
  { posNumber, voucherType }: Omit<AskedVoucher, "number">,
): Promise<LastNumberAnswer> {
  const authority = createAuthority(options);
  const obtained = await authority.ticketFor(credentials);
  if (obtained.outcome === "unavailable") return obtained;
  const last = await authority.lastNumber(credentials, obtained.ticket, { posNumber, voucherType });
  if (last.outcome === "known") return { outcome: "lastNumber", number: last.number };
  const { cause, permanent } = last;
  return permanent ? { ...isDown(issuanceService, cause), permanent, kind: "request" } : isDown(issuanceService, cause);
}

export type RecordedVoucherAnswer =
  | { outcome: "voucher"; voucher: RecordedVoucher }
  | { outcome: "absent" }
  | TicketUnavailability;

/** The voucher under a number, read in the same way as for resolving. "absent" only if the authority says so. Never rejects. */
export async function readRecordedVoucher(
  options: AuthorityOptions,
  credentials: Credentials,
  { posNumber, voucherType, number }: AskedVoucher,
): Promise<RecordedVoucherAnswer> {
  const authority = createAuthority(options);
  const obtained = await authority.ticketFor(credentials);
  if (obtained.outcome === "unavailable") return obtained;
  const consulted = await authority.consult(credentials, obtained.ticket, { posNumber, voucherType, number });
  if (consulted.outcome === "absent") return consulted;
  if (consulted.outcome === "unknown") return isDown(issuanceService, consulted.cause);
  const voucher = toRecordedVoucher(consulted.voucher);
  return voucher ? { outcome: "voucher", voucher } : isDown(issuanceService, "a voucher that cannot be read");
}
