import { Button } from "../components/button.js";
import { Figure } from "../components/figure.js";
import { Form } from "../components/form.js";
import { Heading } from "../components/heading.js";
import type { PageContext } from "../frame/app-env.js";
import { counted, decimal, money } from "../spanish/formats.js";
import type { FileSums } from "./sum-up-file.js";

interface Props {
  visit: PageContext;
  name: string;
  /** The whole file, which travels through this page: a browser chooses no file again by itself. */
  csv: string;
  sums: FileSums;
}

/** Page of a batch before it is issued: its sums. */
export const ReviewedBatch = ({ visit, name, csv, sums: { vouchers, currencies, withVat, withoutVat } }: Props) => (
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
