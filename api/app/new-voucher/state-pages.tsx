import { nameOfVoucher } from "../../../shared/domain/spanish.js";
import { Button } from "../components/button.js";
import { Form } from "../components/form.js";
import { Heading } from "../components/heading.js";
import { LinkButton } from "../components/link-button.js";
import { Notice } from "../components/notice.js";
import type { TypedFields } from "../fields/typed.js";
import type { PageContext } from "../frame/app-env.js";

export interface IssuedVoucher {
  id: number;
  voucherType: number;
  posNumber: number;
  voucherNumber: number;
}

interface AlreadyProps {
  visit: PageContext;
  voucher: IssuedVoucher;
  /** The address of another new voucher. */
  another: string;
  /** Fields that were filled in since, when they are not what the voucher says. */
  changed?: TypedFields | undefined;
}

/** The form of this key has its voucher: it issues no other. */
export function Already({ visit, voucher, another, changed }: AlreadyProps) {
  const name = nameOfVoucher(voucher);
  return (
    <>
      <Heading title={`Ya se emitió: ${name}`} />
      {changed && (
        <Notice tone="warning" title={`Con este formulario ya se emitió ${name}`} role="alert">
          Para otra, empezá una nueva. Lo que cambiaste no se emitió.
        </Notice>
      )}
      <div class="cluster">
        <LinkButton href={`${visit.base}/invoices/${voucher.id}`} kind="primary">
          Ver el comprobante
        </LinkButton>
        <LinkButton href={`${visit.base}/invoices/new`}>Nuevo comprobante</LinkButton>
        {!changed && <LinkButton href={`${visit.base}/invoices/new?from=${voucher.id}`}>Emitir otra igual</LinkButton>}
      </div>
      {changed && (
        <Form visit={visit} action={another}>
          {Object.entries(changed).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <Button kind="secondary" name="intent" value="review">
            Empezar una nueva con lo que completé
          </Button>
        </Form>
      )}
    </>
  );
}

/** Page of a voucher that is being issued. The page looks again by itself: see its header `Refresh`. */
export const Waiting = ({ visit, path, isInDoubt }: { visit: PageContext; path: string; isInDoubt: boolean }) => (
  <>
    <Heading title="Se está emitiendo" />
    {isInDoubt ? (
      <Notice tone="warning" title="ARCA no confirmó todavía si lo autorizó">
        Lo estamos averiguando. Hasta que se sepa, no lo emitas de nuevo ni por otro lado: podría salir dos veces.
      </Notice>
    ) : (
      <p role="status">Esperamos la respuesta de ARCA. Suele tardar unos segundos.</p>
    )}
    <p>Esta página vuelve a mirar sola, y te lleva al comprobante apenas esté. Podés cerrarla: no se pierde nada.</p>
    <div class="cluster">
      <LinkButton href={path} kind="primary">
        Mirar ahora
      </LinkButton>
      {isInDoubt && (
        <Form visit={visit} action={path}>
          <Button kind="secondary" name="intent" value="ask-again">
            Preguntar otra vez a ARCA
          </Button>
        </Form>
      )}
    </div>
  </>
);

/** Above a form that begins as a copy: to issue it is to issue a second one. */
export const Another = ({ voucher }: { voucher: Omit<IssuedVoucher, "id"> }) => (
  <Notice tone="info" title={`Es otro comprobante, con los datos de ${nameOfVoucher(voucher)}`}>
    Revisá y cambiá lo que haga falta: al emitirlo se suma a ese, no lo reemplaza.
  </Notice>
);
