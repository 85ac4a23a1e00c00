import { Empty } from "../components/empty.js";
import { Heading } from "../components/heading.js";
import { LinkButton } from "../components/link-button.js";
import { Pager } from "../components/pager.js";
import { Table } from "../components/table.js";
import { decimal, instant } from "../spanish/formats.js";
import { StateTag } from "./progress.js";
import type { ShownBatch } from "./shown.js";

interface Props {
  base: string;
  page: { rows: ShownBatch[]; total: number; limit: number; offset: number };
  mayIssue: boolean;
}

/** The batches of the environment, the newest first. */
export function BatchList({ base, page: { rows, total, limit, offset }, mayIssue }: Props) {
  const load = (kind: "primary" | "secondary") =>
    mayIssue && (
      <LinkButton href={`${base}/batches/new`} kind={kind}>
        Cargar un lote
      </LinkButton>
    );
  return (
    <>
      <Heading title="Lotes">{total > 0 && load("primary")}</Heading>
      <Table
        caption="Lotes, del más nuevo al más viejo"
        rows={rows}
        columns={[
          {
            head: "Lote",
            primary: true,
            cell: ({ id, name }) => <a href={`${base}/batches/${id}`}>{name ?? `Lote ${id}`}</a>,
          },
          { head: "Cargado", cell: ({ created }) => instant(created) },
          { head: "Estado", cell: ({ state }) => <StateTag state={state} /> },
          { head: "Emitidos", align: "end", cell: ({ issued, total }) => `${decimal(issued)} de ${decimal(total)}` },
          { head: "No emitidos", align: "end", cell: ({ failed }) => decimal(failed) },
        ]}
        empty={
          <Empty title="Todavía no hay lotes" action={load("secondary")}>
            Un lote emite hasta 1.000 comprobantes de una vez, desde una planilla.{" "}
            <a href={`${base}/batches/template.csv`}>Bajá la plantilla</a> para empezar.
          </Empty>
        }
      />
      <Pager {...{ total, limit, offset }} hrefOf={(from) => `${base}/batches?offset=${from}`} />
    </>
  );
}
