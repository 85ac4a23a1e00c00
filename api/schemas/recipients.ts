import { z } from "@hono/zod-openapi";
import type { EmailRecipient } from "../../shared/domain/issuance-request.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { mailboxOf, toAsciiAddress } from "../../shared/domain/mail-address.js";
import { atMostCharacters } from "./faults.js";
import { says } from "./says.js";
import { atMost } from "./text.js";

const plainAddress = z.email();

/** The last label of an encoded name has digits, which no other top-level domain has. */
const isAddress = (text: string): boolean =>
  plainAddress.safeParse(toAsciiAddress(text).replace(/\.xn--[a-z0-9-]+$/, ".xn")).success;

export const noAddress: LocalizedText = {
  en: "must be an e-mail address",
  es: "Escribí una dirección de correo completa, como ana@ejemplo.com.",
};

const accented: LocalizedText = {
  en: "must be an e-mail address, without accents before the @",
  es: "Antes de la arroba la dirección de correo no puede tener acentos ni eñe: revisala.",
};

/** Recipient's address. Its domain may have letters of any alphabet: mail goes to its ASCII form. Few servers know others before the @. */
export const recipientAddress = z
  .string()
  .trim()
  .check(atMost(254))
  .refine(isAddress, {
    error: says((input) => (isAddress(String(input).replace(/[^@\p{ASCII}]/gu, "n")) ? accented : noAddress)),
  })
  .refine((address) => toAsciiAddress(address).length <= 254, { error: says(atMostCharacters(254)) })
  .openapi({ format: "email", maxLength: 254 });

/** One mail to each address: of one that is named twice the first counts, with the copies of both. */
export function oneToEach(recipients: EmailRecipient[]): EmailRecipient[] {
  const byMailbox = new Map<string, EmailRecipient>();
  for (const each of recipients) {
    const mailbox = mailboxOf(each.email);
    const first = byMailbox.get(mailbox);
    const pdfVersions = [...new Set([...(first?.pdfVersions ?? []), ...each.pdfVersions])];
    byMailbox.set(mailbox, { ...(first ?? each), pdfVersions });
  }
  return [...byMailbox.values()];
}
