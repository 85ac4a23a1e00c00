import { docTypeLabel } from "../shared/domain/code-labels.js";
import { taxIdTypes } from "../shared/domain/document-type.js";
import { printDate, printPosNumber, printTaxId, printVoucherNumber } from "../shared/domain/formats.js";
import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";
import { printedTextNames, printedTexts } from "../shared/domain/printed-texts.js";
import type { Letter } from "../shared/domain/voucher-type-table.js";
import { getVoucherType } from "../shared/domain/voucher-types.js";
import { voucherTitle } from "../shared/domain/voucher-words.js";
import { type PaymentView, paymentView } from "./credit-view.js";
import { isOfClassM, letterLegend, printedCondition } from "./labels.js";
import { type AssociationView, associationOf, type NotesPlace } from "./notes-view.js";
import { printableOrNull, printableText } from "./printable-text.js";

/** Letter, issuer, number, receiver, service period and what a note modifies. Source: issuer/authority/README.md, section 8.2. */
export interface HeaderView {
  letter: Letter | "M";
  /** "006". */
  code: string;
  title: string;
  /** The second part of a credit invoice's title. */
  regime: string | null;
  /** Beside the letter. */
  letterLegend: string | null;
  posNumber: string;
  voucherNumber: string;
  date: string;
  issuer: {
    /** A data URI. */
    logo: string | null;
    name: string;
    branch: string | null;
    address: string | null;
    taxCondition: string;
    cuit: string;
    grossIncome: string | null;
    activityStart: string | null;
  };
  receiver: { name: string; docLabel: string; docNumber: string | null; address: string | null; taxCondition: string };
  /** "Condición de venta:", "Contado". */
  texts: { label: string; value: string | null }[];
  service: { from: string | null; to: string | null; expiration: string | null } | null;
  payment: PaymentView | null;
  association: AssociationView | null;
}

export function headerView(voucher: PrintableVoucher, logo: string | undefined, place: NotesPlace): HeaderView {
  const { voucherType, posNumber, voucherNumber, voucherDate, issuer, pointOfSale } = voucher;
  const { letter } = getVoucherType(voucherType);
  return {
    letter: isOfClassM(voucher) ? "M" : letter,
    code: String(voucherType).padStart(3, "0"),
    ...voucherTitle(voucherType),
    letterLegend: letterLegend(voucher) ?? null,
    posNumber: printPosNumber(posNumber),
    voucherNumber: printVoucherNumber(voucherNumber),
    date: printDate(voucherDate),
    issuer: {
      logo: logo ?? null,
      name: printableText(issuer.name, 200),
      branch: printableOrNull(pointOfSale.printedName, 100),
      address: printableOrNull(pointOfSale.address ?? issuer.address),
      taxCondition: printedCondition(issuer.taxType),
      cuit: printTaxId(printableText(issuer.cuit, 20)),
      grossIncome: printableOrNull(issuer.grossIncome, 60),
      activityStart: issuer.activityStart && printDate(printableText(issuer.activityStart, 20)),
    },
    receiver: receiverView(voucher),
    texts: printedTextNames.map((name) => ({
      label: `${printedTexts[name].label}:`,
      value: printableOrNull(voucher.body[name], 2 * printedTexts[name].most),
    })),
    service: serviceView(voucher),
    payment: paymentView(voucher),
    association: place === "beside" ? associationOf(voucher) : null,
  };
}

const unidentified = 99;

function receiverView({ body }: PrintableVoucher): HeaderView["receiver"] {
  const { docType, docNumber, name, address, taxType } = body.customer;
  const number = printableText(docNumber, 40);
  const isAnonymous = docType === unidentified && /^0*$/.test(docNumber);
  return {
    name: printableText(name),
    docLabel: docTypeLabel(docType),
    docNumber: isAnonymous ? null : taxIdTypes.includes(docType) ? printTaxId(number) : number,
    address: printableOrNull(address),
    taxCondition: printedCondition(body.receiverTaxConditionId ?? taxType),
  };
}

/** A credit invoice says in its payment when it is due, and its notes never do. */
function serviceView({ voucherType, body }: PrintableVoucher): HeaderView["service"] {
  const due = getVoucherType(voucherType).isFce ? null : body.serviceExpiration;
  const [from = null, to = null, expiration = null] = [body.serviceFrom, body.serviceTo, due].map((date) =>
    date ? printDate(printableText(date, 20)) : null,
  );
  return from || to || expiration ? { from, to, expiration } : null;
}
