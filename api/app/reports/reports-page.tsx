import { addDays, addMonths } from "../../../shared/domain/calendar.js";
import { Button } from "../components/button.js";
import { Card } from "../components/card.js";
import { Heading } from "../components/heading.js";
import { LinkButton } from "../components/link-button.js";
import { Notice } from "../components/notice.js";
import { Select } from "../components/select.js";
import type { PageContext } from "../frame/app-env.js";
import { monthName } from "../spanish/formats.js";
import { fileGroups, fileQuery } from "./files.js";
import { Sums, type SumsState } from "./sums.js";

/** Why a file was not made. */
export interface ReportFailure {
  sentence: string;
  /** The vouchers or fields that are the cause. */
  causes: string[];
  lacksActivities: boolean;
}

interface Props {
  visit: PageContext;
  /** `YYYYMM` */
  period: string;
  months: string[];
  sums: SumsState;
  /** Whether neither the company nor a point of sale says which activity its sales belong to. */
  lacksActivity: boolean;
  refusal?: ReportFailure | undefined;
}

/** A month for the accountant: its sums, and its files. */
export function ReportsPage({ visit, period, months, sums, lacksActivity, refusal }: Props) {
  const path = `${visit.base}/reports`;
  const options = [...new Set([...months, period])].map((value) => ({ value, label: monthName(value) }));
  return (
    <>
      <Heading title={`Reportes de ${monthName(period)}`} />
      <form method="get" action={path} class="beside narrow">
        <Select name="period" label="Mes" value={period} options={options} />
        <Button kind="secondary">Ver</Button>
      </form>
      {!visit.production && (
        <Notice tone="info" title="Son comprobantes de prueba">
          Lo que se descarga acá no se presenta: los archivos dicen «homologacion» en su nombre.
        </Notice>
      )}
      {refusal && <Refused visit={visit} refusal={refusal} />}
      {!refusal?.lacksActivities && lacksActivity && <LacksActivity visit={visit} />}
      <Sums path={path} period={period} sums={sums} />
      <div class="cards">
        {fileGroups.map(({ title, words, files }) => (
          <Card title={title}>
            <p>{words}</p>
            <div class="cluster">
              {files.map((file) => (
                <LinkButton href={`${path}/${file.path}${fileQuery(file.path, period, file.part)}`}>
                  {file.name}
                </LinkButton>
              ))}
            </div>
          </Card>
        ))}
        <Card title="Comprobantes en CSV">
          <p>Una línea por comprobante, con coma decimal y punto y coma, para abrir en una planilla.</p>
          <div class="cluster">
            <LinkButton href={`${visit.base}/invoices/csv?${daysOf(period)}`}>Comprobantes (CSV)</LinkButton>
            <a href={`${visit.base}/invoices?${daysOf(period)}`}>Verlos en la lista</a>
          </div>
        </Card>
      </div>
    </>
  );
}

const Refused = ({
  visit,
  refusal: { sentence, causes, lacksActivities },
}: {
  visit: PageContext;
  refusal: ReportFailure;
}) => (
  <Notice tone="error" title="El archivo no se hizo" role="alert">
    <p>{sentence}</p>
    {causes.length > 0 && (
      <ul>
        {causes.map((cause) => (
          <li>{cause}</li>
        ))}
      </ul>
    )}
    {lacksActivities && <ActivityLinks visit={visit} />}
  </Notice>
);

const LacksActivity = ({ visit }: { visit: PageContext }) => (
  <Notice tone="warning" title="Falta la actividad para IVA Simple">
    <p>Ni la empresa ni sus puntos de venta dicen a qué actividad pertenecen las ventas.</p>
    <ActivityLinks visit={visit} />
  </Notice>
);

const ActivityLinks = ({ visit: { base } }: { visit: PageContext }) => (
  <p>
    Cargala en los <a href={`${base}/fiscal-data`}>datos fiscales</a>, o en un{" "}
    <a href={`${base}/points-of-sale`}>punto de venta</a> que venda otra cosa. Vale también para lo ya emitido.
  </p>
);

/** The days of a month as filters of the list of vouchers. */
function daysOf(period: string): URLSearchParams {
  const from = `${period.slice(0, 4)}-${period.slice(4)}-01`;
  return new URLSearchParams({ from, to: addDays(addMonths(from, 1), -1) });
}
