import { Button } from "../../../../api/app/components/button.js";
import { Card } from "../../../../api/app/components/card.js";
import { Confirm } from "../../../../api/app/components/confirm.js";
import { Form } from "../../../../api/app/components/form.js";
import { LinkButton } from "../../../../api/app/components/link-button.js";
import { Notice } from "../../../../api/app/components/notice.js";
import { Tag } from "../../../../api/app/components/tag.js";

const visit = { csrf: "" };

export const ActionSamples = () => (
  <>
    <Card title="Botones">
      <Form visit={visit} action="/app/styles">
        <div class="cluster">
          <Button>Emitir comprobante</Button>
          <Button kind="secondary" name="next" value="preview" data-shortcut="k">
            Vista previa
          </Button>
          <Button kind="danger">Dar de baja</Button>
          <Button kind="quiet">Cancelar</Button>
          <Button disabled>Emitir comprobante</Button>
        </div>
      </Form>
      <div class="cluster">
        <LinkButton href="#content" kind="primary">
          Nuevo comprobante
        </LinkButton>
        <LinkButton href="#content">Descargar CSV</LinkButton>
        <LinkButton href="#content" kind="quiet">
          Volver
        </LinkButton>
      </div>
      <Confirm summary="Revocar la clave" kind="danger">
        <p>
          Los programas que usan la clave <strong>mostrador</strong> dejan de emitir en el momento.
        </p>
        <Form visit={visit} action="/app/styles">
          <Button kind="danger">Revocar mostrador</Button>
        </Form>
      </Confirm>
    </Card>
    <Card title="Avisos">
      <Notice tone="info" title="El certificado vence el 23/01/2027">
        Renovalo antes: el trámite en ARCA lleva unos minutos.
      </Notice>
      <Notice tone="success" title="Se emitió la Factura B 00001-00000012" />
      <Notice tone="warning">Quedan 12 comprobantes de los 500 de este mes.</Notice>
      <Notice tone="error" title="ARCA no responde">
        Tu comprobante quedó guardado y se emite solo cuando vuelva. No lo cargues otra vez.
      </Notice>
    </Card>
    <Card title="Estados">
      <div class="cluster">
        <Tag tone="neutral">En espera</Tag>
        <Tag tone="success">Autorizado</Tag>
        <Tag tone="warning">Observado</Tag>
        <Tag tone="error">Rechazado</Tag>
        <Tag tone="info">CAEA</Tag>
      </div>
    </Card>
  </>
);
