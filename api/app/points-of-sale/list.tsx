import { Empty } from "../components/empty.js";
import { Heading } from "../components/heading.js";
import { LinkButton } from "../components/link-button.js";
import { Pager } from "../components/pager.js";
import { Table } from "../components/table.js";
import { Tag } from "../components/tag.js";
import type { PageContext } from "../frame/app-env.js";
import type { ListedPointOfSale } from "./values.js";

interface PointOfSaleListProps {
  visit: PageContext;
  rows: ListedPointOfSale[];
  total: number;
  limit: number;
  offset: number;
  mayConfigure: boolean;
}

export function PointsOfSale({ visit, rows, total, limit, offset, mayConfigure }: PointOfSaleListProps) {
  const path = `${visit.base}/points-of-sale`;
  const add = mayConfigure && (
    <LinkButton href={`${path}/new`} kind="primary">
      Agregar un punto de venta
    </LinkButton>
  );
  return (
    <>
      <Heading title="Puntos de venta">{total > 0 && add}</Heading>
      <Table<ListedPointOfSale>
        caption="Puntos de venta de la empresa en este ambiente"
        rows={rows}
        columns={[
          { head: "Número", primary: true, cell: ({ number }) => <a href={`${path}/${number}`}>{number}</a> },
          { head: "Nombre", cell: ({ name }) => name ?? "—" },
          { head: "Domicilio", cell: ({ address }) => address ?? "El de la empresa" },
          { head: "Autorización", cell: ({ authorization }) => authorization },
          { head: "En contingencia", cell: ({ contingencyPos }) => contingencyPos ?? "—" },
          { head: "Logo", cell: ({ hasLogo }) => (hasLogo ? "Sí" : "No") },
          { head: "Estado", cell: ({ enabled }) => <EnabledTag enabled={enabled} /> },
        ]}
        empty={
          <Empty title="Todavía no hay puntos de venta" action={add || undefined}>
            <p>
              {visit.production
                ? "Primero dalo de alta en ARCA, en Administración de puntos de venta y domicilios, como punto de venta de web services (RECE). Después agregalo acá con el mismo número."
                : "En homologación no hace falta darlo de alta en ARCA: agregá el número 1 y empezá a probar."}
            </p>
          </Empty>
        }
      />
      <Pager total={total} limit={limit} offset={offset} hrefOf={(next) => `${path}?offset=${next}`} />
    </>
  );
}

export const EnabledTag = ({ enabled }: { enabled: boolean }) =>
  enabled ? <Tag tone="success">Habilitado</Tag> : <Tag tone="neutral">Deshabilitado</Tag>;
