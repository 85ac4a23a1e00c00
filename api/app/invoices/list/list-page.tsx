import { argentineDay } from "../../../../shared/domain/calendar.js";
import { nameOfVoucher } from "../../../../shared/domain/spanish.js";
import { Empty } from "../../components/empty.js";
import { FaultSummary } from "../../components/fault-summary.js";
import { Heading } from "../../components/heading.js";
import { LinkButton } from "../../components/link-button.js";
import { Notice } from "../../components/notice.js";
import { Pager } from "../../components/pager.js";
import { Table } from "../../components/table.js";
import { Unbroken } from "../../components/unbroken.js";
import type { PageContext } from "../../frame/app-env.js";
import { mayAs } from "../../sign-in/enter-company.js";
import { counted, fiscalDate, money } from "../../spanish/formats.js";
import { documentOf } from "../../spanish/names.js";
import { StateTags } from "../state-tags.js";
import type { Voucher } from "../voucher.js";
import { type AskedList, pageSize, toAddressQuery } from "./asked-list.js";
import { FilterForm } from "./filter-form.js";
import { hasFilters, toApiFilters } from "./filters.js";
import { monthOf } from "./months.js";
import { nextOrder } from "./order.js";

interface Props {
  visit: PageContext;
  asked: AskedList;
  pointsOfSale: { number: number; name: string | null }[];
  found: { rows: Voucher[]; total: number } | { refusal: string };
  nowMs: number;
}

/** The vouchers of the company and environment: filtered, ordered, in pages. */
export function ListPage({ visit, asked, pointsOfSale, found, nowMs }: Props) {
  const path = `${visit.base}/invoices`;
  return (
    <>
      <Heading title="Comprobantes">
        {mayAs(visit.role, "issuer") && (
          <LinkButton kind="primary" href={`${path}/new`}>
            Emitir
          </LinkButton>
        )}
      </Heading>
      <FilterForm action={path} asked={asked} pointsOfSale={pointsOfSale} />
      <Results visit={visit} asked={asked} found={found} path={path} today={argentineDay(nowMs)} />
    </>
  );
}

interface ResultsProps extends Pick<Props, "visit" | "asked" | "found"> {
  path: string;
  /** `YYYY-MM-DD`, in Argentina. */
  today: string;
}

/** Results, which filters, order and pages change. With the script they alone are replaced; links that change filters load the page. */
function Results({ visit, asked, found, path, today }: ResultsProps) {
  const { faults } = toApiFilters(asked.filters);
  const hrefOf = (changes: Partial<AskedList>) => path + toAddressQuery({ ...asked, offset: 0, ...changes });
  if ("refusal" in found)
    return (
      <section id="results" class="stack" aria-label="Resultado">
        <Notice tone="error" title="No se pudo buscar">
          {found.refusal}
        </Notice>
      </section>
    );
  const { rows, total } = found;
  const spanHref = (before: number) => hrefOf({ filters: { ...asked.filters, ...monthOf(today, before) } });
  const sorted = (column: "date" | "number" | "total") => ({
    href: hrefOf({ order: nextOrder(column, asked.order) }),
    direction: asked.order.endsWith(column) ? directionOf(asked.order) : undefined,
  });
  return (
    <section
      id="results"
      class="stack"
      aria-label="Resultado"
      hx-boost="true"
      hx-target="#results"
      hx-select="#results"
      hx-select-oob="#field-order"
      hx-swap="outerHTML show:#results:top"
      hx-sync="#filters:drop"
    >
      <p class="cluster" hx-boost="false">
        <a href={spanHref(0)}>Este mes</a>
        <a href={spanHref(1)}>Mes pasado</a>
        {hasFilters(asked.filters) && <a href={path}>Quitar filtros</a>}
      </p>
      <FaultSummary faults={faults} />
      {total > 0 && (
        <p class="cluster" hx-boost="false">
          <strong role="status">{counted(total, "comprobante", "comprobantes")}</strong>
          <a href={hrefOf({}).replace(path, `${path}/csv`)}>Descargar CSV</a>
        </p>
      )}
      <Table
        caption="Comprobantes"
        rows={rows}
        empty={<NoRows visit={visit} asked={asked} total={total} path={path} />}
        columns={[
          {
            head: "Comprobante",
            primary: true,
            sort: sorted("number"),
            cell: (row) => (
              <a href={`${path}/${row.id}`} hx-boost="false">
                <Unbroken text={nameOfVoucher(row)} />
              </a>
            ),
          },
          { head: "Fecha", sort: sorted("date"), cell: ({ voucherDate }) => fiscalDate(voucherDate) },
          { head: "Receptor", cell: (row) => <Receiver voucher={row} /> },
          { head: "Estado", cell: (row) => <StateTags voucher={row} /> },
          {
            head: "Total",
            align: "end",
            sort: sorted("total"),
            cell: ({ totalAmount, currency }) => money(totalAmount, currency),
          },
        ]}
      />
      <Pager total={total} limit={pageSize} offset={asked.offset} hrefOf={(offset) => hrefOf({ offset })} />
    </section>
  );
}

const directionOf = (order: string) => (order.startsWith("-") ? ("descending" as const) : ("ascending" as const));

function Receiver({ voucher }: { voucher: Voucher }) {
  const { customer } = voucher;
  const document = documentOf(voucher);
  return customer.name ? (
    <>
      {customer.name}{" "}
      <span class="hint">
        <Unbroken text={document} />
      </span>
    </>
  ) : (
    <span>
      <Unbroken text={document} />
    </span>
  );
}

function NoRows({ visit, asked, total, path }: Pick<Props, "visit" | "asked"> & { total: number; path: string }) {
  if (total > 0)
    return (
      <Empty
        title="Esta página ya no tiene comprobantes"
        action={<LinkButton href={path + toAddressQuery({ ...asked, offset: 0 })}>Ir a la primera página</LinkButton>}
      />
    );
  if (hasFilters(asked.filters))
    return (
      <Empty
        title="Ningún comprobante coincide"
        action={
          <LinkButton href={path} hx-boost="false">
            Quitar filtros
          </LinkButton>
        }
      >
        Probá con otras fechas, o con menos filtros.
      </Empty>
    );
  return mayAs(visit.role, "issuer") ? (
    <Empty
      title="Emití tu primera factura"
      action={
        <LinkButton kind="primary" href={`${path}/new`} hx-boost="false">
          Emitir
        </LinkButton>
      }
    >
      {visit.production
        ? "Acá vas a ver todos los comprobantes que se emitan, desde esta aplicación o por la API."
        : "En homologación podés probar todo lo que quieras: nada de lo que emitas tiene validez fiscal."}
    </Empty>
  ) : (
    <Empty title="Todavía no hay comprobantes">Cuando se emita el primero, lo vas a ver acá.</Empty>
  );
}
