import type { z } from "@hono/zod-openapi";
import { argentineDay, daysBetween } from "../../../shared/domain/calendar.js";
import type { certificate } from "../../schemas/certificate.js";
import type { ApiClient } from "../frame/api-client.js";
import { listAll } from "../frame/result-of.js";

export type ListedCertificate = z.infer<typeof certificate>;

/** `requested`: the authority has not signed it yet. `replaced`: another one took its place. */
export type CertificateState = "requested" | "active" | "expired" | "replaced";

export function stateOf({ active, expires }: ListedCertificate, nowMs: number): CertificateState {
  if (expires === null) return "requested";
  if (!active) return "replaced";
  return Date.parse(expires) <= nowMs ? "expired" : "active";
}

/** Days of the calendar until then, as the overview counts them; negative once the moment is over. */
export function daysUntil(instant: string, nowMs: number): number {
  const atMs = Date.parse(instant);
  return atMs <= nowMs ? -1 : daysBetween(argentineDay(nowMs), argentineDay(atMs));
}

/** From when on a page asks for the next one: when the account is mailed for the first time. */
export const renewalDays = 30;

/** All certificates of the environment, those that others replaced included; the oldest first. */
export const listCertificates = (api: ApiClient) => listAll<ListedCertificate>(api, "/certificates");
