import { nameOfVoucher } from "../../../shared/domain/spanish.js";
import { Pager } from "../components/pager.js";
import { Table } from "../components/table.js";
import { Tag, type TagTone } from "../components/tag.js";
import { money } from "../spanish/formats.js";
import { stateName } from "../spanish/words.js";
import type { ShownResult } from "./shown.js";

export interface ResultsPage {
  rows: ShownResult[];
  total: number;
  limit: number;
  offset: number;
}

const tones: Record<ShownResult["state"], TagTone> = { pending: "neutral", issued: "success", failed: "error" };

/** Why it made no voucher, or what it waits for. */
const whyNotOf = ({ error, waitsFor }: ShownResult) => error ?? waitsFor;

/** Results of a batch: what became of each element, in its order. */
export const Results = ({
  base,
  here,
  page: { rows, total, limit, offset },
  isRunning,
}: {
  base: string;
  here: string;
  page: ResultsPage;
  isRunning: boolean;
}) => (
  <section class="stack">
    <h2>Resultados</h2>
    {isRunning && (
      <p>
        Como estaban al abrir la página. <a href={`${here}?offset=${offset}`}>Actualizar</a>
      </p>
    )}
    <Table
      caption="Resultado de cada comprobante del lote"
      rows={rows}
      columns={[
        { head: "Clave", primary: true, cell: ({ index, idempotency }) => `${index + 1}. ${idempotency}` },
        { head: "Estado", cell: ({ state }) => <Tag tone={tones[state]}>{stateName(state)}</Tag> },
        { head: "Comprobante", cell: (row) => <VoucherLink base={base} row={row} /> },
        { head: "Total", align: "end", cell: ({ totalAmount }) => (totalAmount === null ? "—" : money(totalAmount)) },
        ...(rows.some(whyNotOf) ? [{ head: "Por qué no", wide: true, cell: whyNotOf }] : []),
      ]}
      empty={<p>El lote no tiene comprobantes.</p>}
    />
    <Pager {...{ total, limit, offset }} hrefOf={(from) => `${here}?offset=${from}`} />
  </section>
);

/** Numbers begin anew with each type, so a number alone may stand there twice. */
function VoucherLink({
  base,
  row: { id, posNumber, voucherNumber, voucherType },
}: {
  base: string;
  row: ResultsPage["rows"][number];
}) {
  if (id === null || posNumber === null || voucherNumber === null) return <>—</>;
  return (
    <a class="nowrap" href={`${base}/invoices/${id}`}>
      {nameOfVoucher({ voucherType, posNumber, voucherNumber })}
    </a>
  );
}
