import path from "node:path";
import { type BuyerDecisions, openBuyerDecisions } from "./buyer-decisions.js";
import { type CodeBook, openCodeBook } from "./caea/code-book.js";
import { type Ledger, openLedger } from "./ledger.js";
import { openTicketOffice, type TicketOffice } from "./ticket-office.js";

export const environmentNames = ["homologation", "production"] as const;
export type EnvironmentName = (typeof environmentNames)[number];

export type Environment = {
  name: EnvironmentName;
  ledger: Ledger;
  decisions: BuyerDecisions;
  codes: CodeBook;
  tickets: TicketOffice;
};

/**
 * One of the authority's two environments: its vouchers, what buyers said of them, codes for a contingency, and tickets. Without a folder
 * everything stays in memory.
 */
export function openEnvironment(name: EnvironmentName, folder: string | undefined): Environment {
  const fileOf = (file: string) => (folder === undefined ? undefined : path.join(folder, file));
  return {
    name,
    ledger: openLedger(fileOf(`ledger-${name}.jsonl`), name === "production" ? 5_000_000_000 : 0),
    decisions: openBuyerDecisions(fileOf(`decisions-${name}.jsonl`)),
    codes: openCodeBook(fileOf(`caea-${name}.jsonl`)),
    tickets: openTicketOffice(name, fileOf(`tickets-${name}`)),
  };
}
