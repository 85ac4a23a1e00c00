import type { AssociatedVoucher } from "../declared-voucher.js";
import { toCurrencyOf } from "../fce-accounts.js";
import type { GrantedVoucher } from "../ledger.js";
import { isAnnulment, optionalOf } from "../optional-of.js";
import { familyOf, isCreditInvoice, isCreditNote, isNote } from "../voucher-class.js";
import { type Finding, type Rule, type RuleInput, when } from "./finding.js";

const isOfRegime = ({ Tipo }: AssociatedVoucher) => isCreditInvoice(Tipo);
const annulmentCodes: Record<number, number> = { 201: 10186, 206: 10187, 211: 10193 };

/** A credit cancels an invoice or a debit of its letter, a debit cancels a credit. Source: issuer/authority/README.md, section 12.3. */
export const fceAnnulmentRules: Rule = ({ voucher, type }) => {
  const family = familyOf(type);
  const rows = voucher.CbtesAsoc ?? [];
  if (!family || !isNote(type) || !isAnnulment(voucher) || rows.length === 0) return [];
  const ofLetter = rows.filter(({ Tipo }) => familyOf(Tipo) === family);
  return [
    ...when(
      ofLetter.length < rows.length,
      annulmentCodes[family.invoice] ?? 0,
      "Una nota de anulacion solo puede asociar comprobantes MiPyMEs (FCE) de su clase.",
    ),
    ...when(
      ofLetter.some(({ Tipo }) => isCreditNote(Tipo) === isCreditNote(type)),
      10183,
      "Una nota de credito anula facturas o notas de debito; una nota de debito anula notas de credito.",
    ),
  ];
};

const isOtherReceiver = ({ declared }: GrantedVoucher, { DocTipo, DocNro }: RuleInput["voucher"]) =>
  declared.DocTipo !== DocTipo || declared.DocNro !== DocNro;

/** Against what is granted and what the buyer said of it. What was never granted is left to 10160. */
function bookRules({ voucher, type, cuit, granted, accounts }: RuleInput): Finding[] {
  const originals = (voucher.CbtesAsoc ?? [])
    .filter(isOfRegime)
    .flatMap(
      ({ Tipo, PtoVta, Nro, Cuit }) => granted?.find({ cuit: Cuit ?? cuit, pos: PtoVta, type: Tipo }, Nro) ?? [],
    );
  const findAccount = (one: GrantedVoucher) => accounts?.find(one);
  const isRejected = (one: GrantedVoucher) => accounts?.isRejected(one) ?? false;
  const isSettled = (one: GrantedVoucher) => (findAccount(one)?.state ?? "Modificable") !== "Modificable";
  const annulment = optionalOf(voucher, "22");
  const isWrongCurrency = (one: GrantedVoucher) =>
    one.declared.MonId !== voucher.MonId && !(voucher.MonId === "PES" && isSettled(one));
  const isTooMuch = (one: GrantedVoucher) => {
    const account = findAccount(one);
    return account !== undefined && toCurrencyOf(one.declared, voucher).gte(account.balance);
  };
  return [
    ...when(
      (annulment === "S" && !originals.every(isRejected)) || (annulment === "N" && originals.some(isRejected)),
      10154,
      "El opcional 22 debe ser S si el comprobante asociado fue rechazado por el comprador, y N en caso contrario.",
    ),
    ...when(
      originals.some(isWrongCurrency),
      10181,
      "La moneda debe ser la del comprobante asociado, o PES si ya fue aceptado o rechazado.",
    ),
    ...when(
      originals.some((one) => isOtherReceiver(one, voucher)),
      10183,
      "El emisor y el receptor deben ser los del comprobante asociado.",
    ),
    ...when(
      annulment === "N" && isCreditNote(type) && originals.some(isTooMuch),
      10184,
      "El importe de la nota de credito debe ser menor al saldo de la cuenta corriente.",
    ),
  ];
}

/** Source: issuer/authority/README.md, sections 12.3 and 12.4. */
export const fceAccountRules: Rule = (input) =>
  isCreditInvoice(input.type) && isNote(input.type) ? bookRules(input) : [];
