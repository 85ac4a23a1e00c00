import { nameOfVoucher } from "../../../../shared/domain/spanish.js";
import { Card } from "../../components/card.js";
import { Facts } from "../../components/facts.js";
import { Table } from "../../components/table.js";
import { Unbroken } from "../../components/unbroken.js";
import { cuit, decimal, fiscalDate, money } from "../../spanish/formats.js";
import type { WholeVoucher } from "../voucher.js";
import { leftOf } from "./left-of.js";

type ShownAssociation = NonNullable<WholeVoucher["associatedVouchers"]>[number];

/** A voucher that this one modifies; `id` when it is one of ours. */
export type ModifiedVoucher = ShownAssociation & { id: number | undefined };

interface Props {
  voucher: WholeVoucher;
  modified: ModifiedVoucher[];
  base: string;
}

/** Related vouchers: those that it modifies, and the notes that modify it. Nothing when there is neither. */
export function RelatedPart({ voucher, modified, base }: Props) {
  const { associatedPeriod, notes, currency } = voucher;
  if (modified.length === 0 && !associatedPeriod && notes.length === 0) return null;
  return (
    <Card title="Comprobantes relacionados">
      {modified.length > 0 && (
        <>
          <h3>Modifica a</h3>
          <ul>
            {modified.map((one) => (
              <li>
                <Name voucher={one} base={base} />
                {one.cuit && <span class="hint"> de {cuit(one.cuit)}</span>}
                {one.date && <span class="hint"> del {fiscalDate(one.date)}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      {associatedPeriod && (
        <p>
          Modifica lo vendido del {fiscalDate(associatedPeriod.from)} al {fiscalDate(associatedPeriod.to)}.
        </p>
      )}
      {notes.length > 0 && (
        <>
          <Table
            caption="Notas de este comprobante"
            showCaption
            rows={notes}
            empty={null}
            columns={[
              { head: "Nota", primary: true, cell: (note) => <Name voucher={note} base={base} /> },
              { head: "Total", align: "end", cell: ({ totalAmount }) => decimal(totalAmount, 2) },
            ]}
          />
          <Facts
            facts={[
              { term: "Acreditado", detail: money(voucher.creditedAmount, currency) },
              { term: "Debitado", detail: money(voucher.debitedAmount, currency) },
              { term: "Queda por acreditar", detail: money(leftOf(voucher), currency) },
            ]}
          />
        </>
      )}
    </Card>
  );
}

function Name({ voucher, base }: { voucher: Omit<ModifiedVoucher, "cuit">; base: string }) {
  const name = nameOfVoucher(voucher);
  return voucher.id === undefined ? (
    <span>
      <Unbroken text={name} />
    </span>
  ) : (
    <a href={`${base}/invoices/${voucher.id}`}>
      <Unbroken text={name} />
    </a>
  );
}
