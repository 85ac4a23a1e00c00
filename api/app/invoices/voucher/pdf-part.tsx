import { nameOfVoucher } from "../../../../shared/domain/spanish.js";
import { Button } from "../../components/button.js";
import { Confirm } from "../../components/confirm.js";
import { Form } from "../../components/form.js";
import { LinkButton } from "../../components/link-button.js";
import type { PageContext } from "../../frame/app-env.js";
import { layoutWords } from "../../spanish/layouts.js";
import type { Voucher } from "../voucher.js";

interface Props {
  visit: PageContext;
  voucher: Voucher;
  path: string;
  /** How often it may be made anew today; undefined for who may not ask for it, or when it is too late. */
  remaining: number | undefined;
}

const frameId = "pdf";

/** The voucher as it is printed. A PDF that is still being made comes into the frame as soon as it is there. */
export const PdfFrame = ({ voucher, path }: Pick<Props, "voucher" | "path">) => (
  <iframe
    id={frameId}
    class="pdf"
    src={`${path}/pdf?inline=1`}
    title={`PDF de ${nameOfVoucher(voucher)}`}
    loading="lazy"
  />
);

/** Actions on the PDF. */
export const PdfPart = ({ visit, voucher, path, remaining }: Props) => (
  <section class="stack" aria-label="PDF">
    <div class="cluster">
      <Button kind="secondary" type="button" data-print={frameId} data-shortcut="p" hidden>
        Imprimir
      </Button>
      <LinkButton href={`${path}/pdf?inline=1`}>Ver el PDF</LinkButton>
    </div>
    <p class="cluster">
      Descargar:
      <a href={`${path}/pdf?layout=a4&versions=1`}>Original</a>
      <a href={`${path}/pdf?layout=a4&versions=2`}>Duplicado</a>
      <a href={`${path}/pdf?layout=a4&versions=3`}>Triplicado</a>
    </p>
    <p class="cluster">
      Para el rollo:
      <a href={`${path}/pdf?layout=ticket80`}>{layoutWords.ticket80}</a>
      <a href={`${path}/pdf?layout=ticket58`}>{layoutWords.ticket58}</a>
    </p>
    {voucher.hasPdf && remaining !== undefined && <MakeAnew visit={visit} path={path} remaining={remaining} />}
  </section>
);

const MakeAnew = ({ visit, path, remaining }: Pick<Props, "visit" | "path"> & { remaining: number }) =>
  remaining === 0 ? (
    <p class="hint">Hoy ya se hizo de nuevo todas las veces que se puede. Probá mañana.</p>
  ) : (
    <Confirm summary="Hacer de nuevo el PDF" kind="quiet">
      <p>
        Se imprime otra vez con el logo y los datos de la empresa de hoy; el comprobante no cambia.{" "}
        {remaining === 1 ? "Queda 1 vez" : `Quedan ${remaining} veces`} hoy.
      </p>
      <Form visit={visit} action={`${path}/pdf`}>
        <Button kind="secondary">Hacer de nuevo</Button>
      </Form>
    </Confirm>
  );
