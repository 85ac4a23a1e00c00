import type { LocalizedFault } from "../../http/errors.js";
import { Button } from "../components/button.js";
import { Field } from "../components/field.js";
import { FileField } from "../components/file-field.js";
import { Form } from "../components/form.js";
import { Heading } from "../components/heading.js";
import { Notice } from "../components/notice.js";
import { Table } from "../components/table.js";
import { TextArea } from "../components/text-area.js";
import type { PageContext } from "../frame/app-env.js";
import { counted } from "../spanish/formats.js";
import { type CsvFault, csvFaults } from "./sent-csv.js";

/** Why nothing was recorded: nothing was sent, the faults of the file as the API tells them, or a reason in Spanish. */
export interface BatchFormErrors {
  missing?: boolean;
  faults?: LocalizedFault[];
  reason?: string;
}

interface Props {
  visit: PageContext;
  name: string;
  csv: string;
  refusal: BatchFormErrors | undefined;
}

/** Loads many vouchers from a CSV file or a pasted text. All of it is taken, or nothing. */
export function NewBatch({ visit, name, csv, refusal }: Props) {
  const isOfName = ({ field }: LocalizedFault) => field === "name";
  const faults = csvFaults(refusal?.faults?.filter((fault) => !isOfName(fault)) ?? []);
  const [nameFault] = csvFaults(refusal?.faults?.filter(isOfName) ?? []);
  return (
    <>
      <Heading title="Cargar un lote" />
      {refusal?.reason && (
        <Notice tone="error" title="El lote no se cargó" role="alert" tabindex={-1} data-focus>
          {refusal.reason}
        </Notice>
      )}
      {faults.length > 0 && <Faults faults={faults} canMendHere={csv !== ""} />}
      <p>
        Un archivo CSV con una línea por artículo: las líneas con la misma clave (<code>idempotency</code>) son un solo
        comprobante. <a href={`${visit.base}/batches/template.csv`}>Bajá la plantilla</a>, que se puede enviar así como
        está.
      </p>
      <Form visit={visit} action={`${visit.base}/batches/new`} enctype="multipart/form-data">
        <FileField
          name="file"
          label="Archivo CSV"
          accept=".csv,.tsv,text/csv,text/plain"
          hint="Hasta 1.000 comprobantes y 8 MB, en UTF-8, con coma, punto y coma o tabulación. Números y fechas, como los guarda tu planilla."
          error={refusal?.missing && "Elegí un archivo CSV, o pegá su contenido."}
        />
        <TextArea
          name="csv"
          label="O pegá acá su contenido"
          value={csv}
          rows={csv === "" ? 5 : 14}
          hint="Si elegís un archivo, vale el archivo."
          class="unwrapped"
          spellcheck="false"
          autocomplete="off"
        />
        <Field
          name="name"
          label="Nombre"
          value={name}
          required={false}
          maxlength={200}
          hint="Para encontrarlo después, como «Noviembre»."
          error={nameFault?.message}
        />
        <p class="hint">
          Se carga entero o no se carga nada. Si lo enviás dos veces no se duplica ningún comprobante: cada clave emite
          uno solo.
        </p>
        <p>
          Los precios se toman con IVA incluido, salvo que la columna <code>priceIncludesVat</code> diga FALSO. En el
          formulario de un comprobante, en cambio, los de una factura A van sin IVA.
        </p>
        <Button kind="primary" name="do" value="review">
          Revisar el lote
        </Button>
      </Form>
    </>
  );
}

const Faults = ({ faults, canMendHere }: { faults: CsvFault[]; canMendHere: boolean }) => (
  <>
    <Notice
      tone="error"
      title={`El lote no se cargó: hay ${counted(faults.length, "error", "errores")} para corregir`}
      role="alert"
      tabindex={-1}
      data-focus
    >
      {canMendHere
        ? "No se emitió nada. Corregilos acá abajo o en tu archivo, y volvé a enviarlo."
        : "No se emitió nada. Corregilos en tu archivo y volvé a elegirlo."}
    </Notice>
    <Table
      caption="Errores del archivo, por línea"
      rows={faults}
      columns={[
        {
          head: "Dónde",
          primary: true,
          cell: ({ place, column }) => (
            <>
              {place} {column !== null && <code class="hint">{column}</code>}
            </>
          ),
        },
        { head: "Qué corregir", wide: true, cell: ({ message }) => message },
      ]}
      empty={null}
    />
  </>
);
