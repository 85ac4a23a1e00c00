import { html } from "hono/html";
import { Button } from "../components/button.js";
import { Confirm } from "../components/confirm.js";
import { Form } from "../components/form.js";
import { Heading } from "../components/heading.js";
import { LinkButton } from "../components/link-button.js";
import type { PageContext } from "../frame/app-env.js";
import { instant } from "../spanish/formats.js";
import { Progress } from "./progress.js";
import { Results, type ResultsPage } from "./results.js";
import type { ShownBatch } from "./shown.js";

interface Props {
  visit: PageContext;
  batch: ShownBatch;
  page: ResultsPage;
  mayIssue: boolean;
}

/** One batch: how far it is, and what became of each voucher. */
export function BatchPage({ visit, batch, page, mayIssue }: Props) {
  const { id, name, state, created, finished } = batch;
  const here = `${visit.base}/batches/${id}`;
  return (
    <>
      <Heading title={name ?? `Lote ${id}`}>
        <LinkButton href={`${here}/results.csv`} kind="secondary">
          Bajar resultados
        </LinkButton>
      </Heading>
      <p>
        Cargado el {instant(created)}
        {finished && `, terminado el ${instant(finished)}`}. <a href={`${visit.base}/batches`}>Todos los lotes</a>
      </p>
      {state === "running" && withoutScript}
      <Progress base={visit.base} batch={batch} />
      {mayIssue && state === "running" && (
        <Confirm summary="Cancelar lo que falta" kind="secondary">
          <p>
            Lo que ya tiene número se emite igual; el resto no se emite. Después podés cargarlo de nuevo con las mismas
            claves.
          </p>
          <Form visit={visit} action={here}>
            <Button kind="danger" name="do" value="cancel">
              Sí, cancelar lo que falta
            </Button>
          </Form>
        </Confirm>
      )}
      <Results base={visit.base} here={here} page={page} isRunning={state === "running"} />
    </>
  );
}

/**
 * Looks again every 5 seconds without the script. Written as text: an element `meta` would be moved out of `noscript` into the head,
 * and counted with the script too. It stands outside what htmx swaps, since htmx reads the inside of `noscript` as elements.
 */
const withoutScript = html`<noscript><meta http-equiv="refresh" content="5"></noscript>`;
