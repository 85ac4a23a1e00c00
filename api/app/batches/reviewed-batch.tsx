import { Button } from "../components/button.js";
import { Figure } from "../components/figure.js";
import { Form } from "../components/form.js";
import { Heading } from "../components/heading.js";
import { Notice } from "../components/notice.js";
import { Table } from "../components/table.js";
import type { PageContext } from "../frame/app-env.js";
import { counted, decimal, money } from "../spanish/formats.js";
import type { FileNote } from "./review-file.js";
import type { FileSums } from "./sum-up-file.js";

interface Props {
  visit: PageContext;
  name: string;
  /** The whole file, which travels through this page: a browser chooses no file again by itself. */
  csv: string;
  sums: FileSums;
  notes: FileNote[];
}

/** At most this many are shown: the first ones of a file tell what is the matter with it. */
const maxShown = 100;

/** Page of a batch before it is issued: its sums, and what the law says of its vouchers. */
export const ReviewedBatch = ({
  visit,
  name,
  csv,
  sums: { vouchers, currencies, withVat, withoutVat },
  notes,
}: Props) => (
  <>
    <Heading title="Revisá el lote" />
    <p>El archivo está bien. Todavía no se emitió nada.</p>
    <div class="figures">
      <Figure label="Comprobantes" value={decimal(vouchers)} />
      {currencies.map(({ currency, charged, credited }) => (
        <>
          <Figure label="Total a emitir" value={money(charged, currency)} />
          {Number(credited) > 0 && <Figure label="En notas de crédito" value={money(credited, currency)} />}
        </>
      ))}
    </div>
    {notes.length > 0 && <LawNotes notes={notes} />}
    <Form visit={visit} action={`${visit.base}/batches/new`} enctype="multipart/form-data">
      <input type="hidden" name="csv" value={csv} />
      <input type="hidden" name="name" value={name} />
      {withVat > 0 && <p>En {counted(withVat, "comprobante", "comprobantes")} los precios ya incluyen el IVA.</p>}
      {withoutVat > 0 && (
        <p>En {counted(withoutVat, "comprobante", "comprobantes")} los precios son sin IVA: se suma aparte.</p>
      )}
      <div class="cluster">
        <Button kind="primary" name="do" value="issue">
          {visit.production ? "Emitir el lote en producción" : "Emitir el lote de prueba"}
        </Button>
        <a href={`${visit.base}/batches/new`}>Cargar otro archivo</a>
      </div>
    </Form>
  </>
);

const LawNotes = ({ notes }: { notes: FileNote[] }) => (
  <>
    <Notice tone="info" title="Antes de emitirlo">
      ARCA no controla lo que sigue, y el lote se puede emitir igual: revisá si es lo que querés.
    </Notice>
    <Table
      caption="Lo que dice la norma, por línea del archivo"
      rows={notes.slice(0, maxShown)}
      columns={[
        { head: "Línea", primary: true, cell: ({ line }) => decimal(line) },
        { head: "Qué mirar", wide: true, cell: ({ message }) => message },
      ]}
      empty={null}
    />
    {notes.length > maxShown && <p class="hint">Y {decimal(notes.length - maxShown)} más.</p>}
  </>
);
