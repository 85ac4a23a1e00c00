import type { Decimal } from "../money.js";
import { findKnownType } from "../voucher-type-table.js";
import { creditNoteTypes } from "../voucher-types.js";
import { type NotedVouchers, noteVoucher } from "./noted-vouchers.js";
import { toPesos } from "./pesos.js";
import type { ReportVoucher } from "./report-voucher.js";

export interface IvaSimple {
  add(voucher: ReportVoucher): void;
  /** The file of invoices, debit notes and receipts. Empty when there is nothing to tell. */
  debit(): string;
  /** The file of credit notes, with positive amounts. */
  restitution(): string;
  /** Vouchers that no activity is known of. They are in neither file. */
  withoutActivity: NotedVouchers;
  /** Vouchers that do not tell who bought, with a letter for registered and monotributo buyers: they count as registered. */
  assumedRegistered: NotedVouchers;
}

/** Sums in pesos. They grow with the activities, kinds of buyer and rates that occur, not with the vouchers. */
interface TaxSums {
  /** By the first four columns of a row: activity, operation 1, kind of buyer, code of the rate. */
  taxed: Map<string, { net: Decimal; vat: Decimal }>;
  /** Exempt and not taxable, by activity. */
  untaxed: Map<string, Decimal>;
}

/**
 * The two files that tell the return "IVA Simple" the sales of a period by activity, kind of buyer and rate. Rows are sorted, so the
 * order of the vouchers does not matter. A voucher with nothing to tell there, such as every C, needs no activity.
 * Source: issuer/authority/README.md, section 14.
 */
export function createIvaSimple(): IvaSimple {
  const debit: TaxSums = { taxed: new Map(), untaxed: new Map() };
  const restitution: TaxSums = { taxed: new Map(), untaxed: new Map() };
  const withoutActivity: NotedVouchers = { count: 0, names: [] };
  const assumedRegistered: NotedVouchers = { count: 0, names: [] };

  return {
    withoutActivity,
    assumedRegistered,

    add(voucher) {
      const amounts = inPesos(voucher);
      const isTaxed = amounts.rows.length > 0;
      if (!isTaxed && amounts.untaxed.isZero()) return;
      if (voucher.activity === null) return noteVoucher(withoutActivity, voucher);

      const buyer = findBuyerKind(voucher);
      if (isTaxed && buyer === undefined) noteVoucher(assumedRegistered, voucher);
      const sums = creditNoteTypes.includes(voucher.voucherType) ? restitution : debit;
      addTo(sums, voucher.activity, buyer ?? 1, amounts);
    },

    // The last but one column of a taxed row is the VAT of what was given in payment, which no voucher tells.
    debit: () =>
      print(debit, {
        taxed: (start, net, vat) => `${start};${net};${vat};0;`,
        untaxed: (activity, amount) => `${activity};3;;;;;;${amount}`,
      }),

    restitution: () =>
      print(restitution, {
        taxed: (start, net, vat) => `${start};${net};${vat};`,
        untaxed: (activity, amount) => `${activity};2;;;;;${amount}`,
      }),
  };
}

/** Amounts that a voucher adds, without rows of zeros. */
type Addition = ReturnType<typeof inPesos>;

function inPesos({ vatRows, exempt, notTaxable, quotation }: ReportVoucher) {
  const rows = vatRows.map(({ taxType, base, amount }) => ({
    taxType,
    net: toPesos(base, quotation),
    vat: toPesos(amount, quotation),
  }));
  return {
    rows: rows.filter(({ net, vat }) => !net.isZero() || !vat.isZero()),
    untaxed: toPesos(exempt, quotation).plus(toPesos(notTaxable, quotation)),
  };
}

function addTo({ taxed, untaxed }: TaxSums, activity: string, buyer: BuyerKind, addition: Addition): void {
  for (const { taxType, net, vat } of addition.rows) {
    const start = `${activity};1;${buyer};${taxType}`;
    const sums = taxed.get(start);
    taxed.set(start, { net: net.plus(sums?.net ?? 0), vat: vat.plus(sums?.vat ?? 0) });
  }
  if (!addition.untaxed.isZero()) untaxed.set(activity, addition.untaxed.plus(untaxed.get(activity) ?? 0));
}

interface RowForms {
  taxed(start: string, net: string, vat: string): string;
  untaxed(activity: string, amount: string): string;
}

function print({ taxed, untaxed }: TaxSums, forms: RowForms): string {
  const rows = [
    ...[...taxed].map(([start, { net, vat }]) => forms.taxed(start, printPesos(net), printPesos(vat))),
    ...[...untaxed].map(([activity, amount]) => forms.untaxed(activity, printPesos(amount))),
  ];
  // All columns before the amounts have one width, so the order of texts is that of activity, operation, buyer and rate.
  return rows
    .sort()
    .map((row) => `${row}\r\n`)
    .join("");
}

/** "147050", "52,5": with a comma, and no zeros at the end. */
const printPesos = (amount: Decimal): string => amount.toFixed().replace(".", ",");

/** Kind of a buyer in IVA Simple: 1 registered for VAT, 2 monotributo, 3 everybody else. */
type BuyerKind = 1 | 2 | 3;

/** Source: issuer/authority/README.md, section 14. */
const kinds = new Map<number, BuyerKind>([
  [1, 1],
  [6, 2],
  [13, 2],
  [16, 2],
  [4, 3],
  [5, 3],
  [7, 3],
  [8, 3],
  [9, 3],
  [10, 3],
  [15, 3],
]);

/**
 * Old vouchers do not tell the receiver's condition. Then the letter does, also of types that are issued elsewhere and imported: B is only
 * for the receivers of kind 3. Undefined for the others.
 */
const findBuyerKind = ({ receiverCondition, voucherType }: ReportVoucher): BuyerKind | undefined =>
  kinds.get(receiverCondition ?? 0) ?? (findKnownType(voucherType)?.letter === "B" ? 3 : undefined);
