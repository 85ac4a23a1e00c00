import { Card } from "../../../../api/app/components/card.js";
import { Empty } from "../../../../api/app/components/empty.js";
import { LinkButton } from "../../../../api/app/components/link-button.js";
import { Pager } from "../../../../api/app/components/pager.js";
import { Table } from "../../../../api/app/components/table.js";
import { Tag } from "../../../../api/app/components/tag.js";

interface Sample {
  name: string;
  date: string;
  receiver: string;
  total: string;
  state: string;
}

const rows: Sample[] = [
  {
    name: "Factura B 00001-00000012",
    date: "23/11/2026",
    receiver: "Ana María Gómez",
    total: "$ 70.816,23",
    state: "Autorizado",
  },
  {
    name: "Factura A 00001-00000007",
    date: "22/11/2026",
    receiver: "Distribuidora Litoral Sociedad de Responsabilidad Limitada",
    total: "$ 1.234.567,00",
    state: "Observado",
  },
  {
    name: "Nota de crédito B 00001-00000003",
    date: "21/11/2026",
    receiver: "Consumidor Final",
    total: "-$ 999,99",
    state: "Autorizado",
  },
];

const columns = [
  {
    head: "Comprobante",
    cell: ({ name }: Sample) => (
      <a class="nowrap" href="#content">
        {name}
      </a>
    ),
    primary: true,
  },
  { head: "Fecha", cell: ({ date }: Sample) => date },
  { head: "Receptor", cell: ({ receiver }: Sample) => receiver },
  {
    head: "Estado",
    cell: ({ state }: Sample) => <Tag tone={state === "Observado" ? "warning" : "success"}>{state}</Tag>,
  },
  { head: "Total", cell: ({ total }: Sample) => total, align: "end" as const },
];

export const TableSamples = () => (
  <>
    <Card title="Tabla">
      <Table caption="Últimos comprobantes" rows={rows} columns={columns} empty="" />
      <Pager total={1340} limit={20} offset={20} hrefOf={(offset) => `/app/styles?offset=${offset}`} />
    </Card>
    <Card title="Tabla sin filas">
      <Table
        caption="Puntos de venta"
        rows={[]}
        columns={columns}
        empty={
          <Empty
            title="Todavía no hay puntos de venta"
            action={
              <LinkButton href="#content" kind="primary">
                Agregar el primero
              </LinkButton>
            }
          >
            Creá uno en ARCA como “Web services” y después agregalo acá con el mismo número.
          </Empty>
        }
      />
    </Card>
  </>
);
