import type { Ticket } from "./wsaa.js";

const known = new WeakMap<Ticket, ReadonlySet<string> | null>();

/**
 * The tax ids that a ticket may act for, as its token lists them. They are those of the moment of the login. Undefined when the list
 * cannot be read: then nothing is known. Source: issuer/authority/README.md, section 1.4.
 */
export function taxpayersOf(ticket: Ticket): ReadonlySet<string> | undefined {
  let found = known.get(ticket);
  if (found === undefined) {
    found = readTaxpayers(ticket.token) ?? null;
    known.set(ticket, found);
  }
  return found ?? undefined;
}

/** Whether a ticket may act for a tax id; undefined when its list cannot be read. */
export const actsFor = (ticket: Ticket, taxId: string): boolean | undefined => taxpayersOf(ticket)?.has(taxId);

/** Reads the list only where every relation in it is understood: a part of it would show delegations as missing. */
function readTaxpayers(token: string): ReadonlySet<string> | undefined {
  const text = Buffer.from(token, "base64").toString("utf8");
  const list = /<relations\b[^>]*?(?:\/>|>([\s\S]*?)<\/relations\s*>)/.exec(text);
  if (!list || !/<sso\b/.test(text)) return undefined;
  const relations = (list[1] ?? "").match(/<relation\b[^>]*>/g) ?? [];
  const taxIds = relations.flatMap((relation) => /\skey\s*=\s*["'](\d{11})["']/.exec(relation)?.[1] ?? []);
  return taxIds.length === relations.length ? new Set(taxIds) : undefined;
}
