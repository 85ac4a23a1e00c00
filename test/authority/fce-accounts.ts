import { daysAfter } from "./argentine-time.js";
import type { AccountState, VoucherId } from "./buyer-decisions.js";
import { Decimal } from "./decimal.js";
import type { DeclaredVoucher } from "./declared-voucher.js";
import type { Environment } from "./environment.js";
import type { GrantedVoucher } from "./ledger.js";
import { isAnnulment } from "./optional-of.js";
import { isCreditInvoice, isCreditNote, isInvoice } from "./voucher-class.js";

type FceNote = VoucherId & { cancellation: boolean; total: string; state: AccountState };

/** The account of one credit invoice. Amounts are in the invoice's currency. */
export type FceAccount = VoucherId & {
  receiver: string;
  currency: string;
  state: AccountState;
  total: string;
  /** The invoice plus debit notes less credit notes, without those that the buyer rejected. */
  balance: string;
  notes: FceNote[];
};

export type FceAccounts = {
  /** The account of an invoice. Undefined when it was not granted. */
  find: (invoice: VoucherId) => FceAccount | undefined;
  list: () => FceAccount[];
  /** Whether the buyer rejected this invoice or note. */
  isRejected: (voucher: VoucherId) => boolean;
};

/** An amount of a note in its invoice's currency, by the rates that both declared. */
export function toCurrencyOf(invoice: DeclaredVoucher, { ImpTotal, MonId, MonCotiz }: DeclaredVoucher): Decimal {
  if (MonId === invoice.MonId) return new Decimal(ImpTotal);
  return new Decimal(ImpTotal).times(MonCotiz ?? 1).div(invoice.MonCotiz ?? 1);
}

/**
 * The accounts of an environment, made from its vouchers and from what the buyers said.
 * Source: issuer/authority/README.md, sections 12.3 and 12.5.
 *
 * @param today yyyymmdd
 * @param acceptanceDays after so many days silence is acceptance; undefined for never
 */
export function openFceAccounts(
  { ledger, decisions }: Pick<Environment, "ledger" | "decisions">,
  { today, acceptanceDays }: { today: string; acceptanceDays: number | undefined },
): FceAccounts {
  const modifiedBy = (note: GrantedVoucher): GrantedVoucher[] =>
    (note.declared.CbtesAsoc ?? []).flatMap(({ Tipo, PtoVta, Nro, Cuit }) =>
      isCreditInvoice(Tipo) ? (ledger.find({ cuit: Cuit ?? note.cuit, pos: PtoVta, type: Tipo }, Nro) ?? []) : [],
    );
  const isNoteOfNote = (note: GrantedVoucher) => !modifiedBy(note).some(({ type }) => isInvoice(type));

  /** A note that cancels another one belongs to the other one's invoice. */
  function invoiceOf(note: GrantedVoucher): GrantedVoucher | undefined {
    const modified = modifiedBy(note);
    return (
      modified.find(({ type }) => isInvoice(type)) ?? modified.flatMap(modifiedBy).find(({ type }) => isInvoice(type))
    );
  }

  function stateOf(voucher: GrantedVoucher): AccountState {
    const isInOutage = isInvoice(voucher.type) && acceptanceDays !== undefined;
    const isLate = isInOutage && daysAfter(today, voucher.processed.slice(0, 8)) > acceptanceDays;
    return decisions.of(voucher) ?? (isLate ? "Aceptada" : "Modificable");
  }

  const toNote = (note: GrantedVoucher, invoice: GrantedVoucher): FceNote => ({
    ...idOf(note),
    cancellation: isAnnulment(note.declared),
    total: toCurrencyOf(invoice.declared, note.declared).toFixed(2),
    state: stateOf(note),
  });

  function toAccount(invoice: GrantedVoucher, granted: GrantedVoucher[]): FceAccount {
    const notes = granted.filter((voucher) => !isInvoice(voucher.type) && invoiceOf(voucher) === invoice);
    const balance = notes
      // A rejected note does not count, so what cancels it does not count either.
      .filter((note) => stateOf(note) !== "Rechazada" && !isNoteOfNote(note))
      .reduce((sum, note) => {
        const amount = toCurrencyOf(invoice.declared, note.declared);
        return isCreditNote(note.type) ? sum.minus(amount) : sum.plus(amount);
      }, new Decimal(invoice.declared.ImpTotal));
    return {
      ...idOf(invoice),
      receiver: String(invoice.declared.DocNro),
      currency: invoice.declared.MonId ?? "PES",
      state: stateOf(invoice),
      total: new Decimal(invoice.declared.ImpTotal).toFixed(2),
      balance: balance.toFixed(2),
      notes: notes.map((note) => toNote(note, invoice)),
    };
  }

  return {
    find(id) {
      const invoice = isCreditInvoice(id.type) && isInvoice(id.type) ? ledger.find(id, id.number) : undefined;
      return invoice && toAccount(invoice, ledger.ofTypes(isCreditInvoice));
    },
    list() {
      const granted = ledger.ofTypes(isCreditInvoice);
      return granted.filter(({ type }) => isInvoice(type)).map((invoice) => toAccount(invoice, granted));
    },
    isRejected: (voucher) => decisions.of(voucher) === "Rechazada",
  };
}

const idOf = ({ cuit, pos, type, number }: GrantedVoucher): VoucherId => ({ cuit, pos, type, number });
