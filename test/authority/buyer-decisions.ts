import { openJsonLines } from "./json-lines.js";
import type { Sequence } from "./ledger.js";

/** What can become of the account of a credit invoice. Source: issuer/authority/README.md, section 12.5. */
export const accountStates = ["Modificable", "Aceptada", "Rechazada", "CanceladaTotal", "InformadaAgDpto"] as const;
export type AccountState = (typeof accountStates)[number];

export type VoucherId = Sequence & { number: number };
export type Decision = VoucherId & { state: AccountState };

export type BuyerDecisions = {
  /** Undefined while the buyer said nothing. */
  of: (voucher: VoucherId) => AccountState | undefined;
  /** Written to disk before it returns. A later decision replaces an earlier one. */
  keep: (decision: Decision) => void;
  clear: () => void;
  close: () => void;
};

const keyOf = ({ cuit, pos, type, number }: VoucherId) => `${cuit} ${pos} ${type} ${number}`;

/** What the buyers of one environment said of credit invoices and their notes: JSON lines in `file`, or only in memory. */
export function openBuyerDecisions(file: string | undefined): BuyerDecisions {
  const lines = openJsonLines<Decision>(file);
  const states = new Map(lines.stored.map((decision) => [keyOf(decision), decision.state]));
  return {
    of: (voucher) => states.get(keyOf(voucher)),
    keep(decision) {
      lines.append([decision]);
      states.set(keyOf(decision), decision.state);
    },
    clear() {
      states.clear();
      lines.clear();
    },
    close: lines.close,
  };
}
