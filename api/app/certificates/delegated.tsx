import type { z } from "@hono/zod-openapi";
import type { delegation } from "../../schemas/delegation.js";
import { Heading } from "../components/heading.js";
import { LinkButton } from "../components/link-button.js";
import { Notice } from "../components/notice.js";
import { Table } from "../components/table.js";
import { Tag } from "../components/tag.js";
import type { PageContext } from "../frame/app-env.js";
import { cuit, instant } from "../spanish/formats.js";

export type CheckedDelegation = z.infer<typeof delegation>;

interface DelegatedProps {
  visit: PageContext;
  /** The operator's; null while it has no certificate here. */
  operatorCuit: string | null;
  taxId: string;
  /** Delegation that the authority told, once it was asked. */
  found?: CheckedDelegation | undefined;
}

/** For a company for which the operator's certificate acts: what it does in the portal, and whether it is done. */
export function Delegated({ visit, operatorCuit, taxId, found }: DelegatedProps) {
  const check = (
    <LinkButton href={`${visit.base}/certificates/delegation`} kind="primary">
      {found ? "Comprobar otra vez" : "Ya lo hice: comprobar"}
    </LinkButton>
  );
  return (
    <>
      <Heading title="Certificados">{operatorCuit !== null && check}</Heading>
      {operatorCuit === null ? (
        <Notice tone="error" title="Falta el certificado de quien opera el servicio">
          La empresa le delegó la emisión, y en este ambiente todavía no tiene un certificado de ARCA instalado.
          Avisale: la empresa no tiene nada que hacer.
        </Notice>
      ) : (
        <p>
          Por la empresa emite el certificado de quien opera este servicio, CUIT{" "}
          <strong class="nowrap">{cuit(operatorCuit)}</strong>: no hace falta uno propio.
        </p>
      )}
      {found && <Services found={found} />}
      {operatorCuit !== null &&
        (visit.production ? <InProduction operatorCuit={operatorCuit} /> : <InHomologation taxId={taxId} />)}
    </>
  );
}

const names: Record<string, string> = {
  wsfe: "Emitir comprobantes (wsfe)",
  ws_sr_constancia_inscripcion: "Consultar el padrón (ws_sr_constancia_inscripcion)",
  ws_sr_padron_a13: "Consultar el padrón, alcance 13 (ws_sr_padron_a13)",
  wsfecred: "Consultar facturas de crédito (wsfecred)",
};

function Services({ found: { services } }: { found: CheckedDelegation }) {
  const isDone = services.every(({ authorized }) => authorized === true);
  const isKnown = services.every(({ authorized }) => authorized !== null);
  return (
    <>
      {isDone ? (
        <Notice tone="success" title="La delegación está completa: ya se puede emitir." />
      ) : (
        <Notice
          tone={isKnown ? "warning" : "error"}
          title={isKnown ? "La delegación todavía no está completa" : "No se pudo preguntar todo a ARCA"}
        >
          Abajo dice qué falta y quién lo hace.
        </Notice>
      )}
      <Table
        caption="Servicios de ARCA que el certificado puede usar por la empresa"
        rows={services}
        columns={[
          { head: "Servicio", primary: true, cell: ({ name }) => names[name] ?? name },
          { head: "Estado", cell: ({ authorized }) => <StateTag authorized={authorized} /> },
          { head: "Qué hacer", cell: ({ suggestion }) => suggestion ?? "Nada" },
          { head: "Se puede ver desde", cell: ({ pendingUntil }) => (pendingUntil ? instant(pendingUntil) : "—") },
        ]}
        empty={null}
      />
    </>
  );
}

function StateTag({ authorized }: { authorized: boolean | null }) {
  if (authorized === null) return <Tag tone="neutral">No se sabe</Tag>;
  return authorized ? <Tag tone="success">Delegado</Tag> : <Tag tone="error">Falta</Tag>;
}

/** Source: issuer/authority/README.md, section 15.3. */
const InProduction = ({ operatorCuit }: { operatorCuit: string }) => (
  <>
    <h2>Qué hacer en ARCA (unos 5 minutos)</h2>
    <ol>
      <li>
        Entrá a <strong>arca.gob.ar</strong> con clave fiscal (nivel 3) y abrí{" "}
        <strong>Administrador de Relaciones de Clave Fiscal</strong>. Si facturás por una sociedad, elegila en el
        desplegable.
      </li>
      <li>
        Tocá <strong>Nueva Relación</strong>. En Servicio tocá <strong>BUSCAR</strong> y elegí ARCA, WebServices,{" "}
        <strong>Facturación Electrónica</strong>. Fijate que no diga MTXCA ni exportación.
      </li>
      <li>
        En Representante tocá <strong>BUSCAR</strong>, escribí <code>{operatorCuit}</code>, verificá que sea el nombre
        de quien opera este servicio y confirmá. No elijas ningún computador fiscal.
      </li>
      <li>Confirmá otra vez. Te queda una constancia (formulario 3283/E): guardala.</li>
      <li>
        Volvé acá y tocá <strong>Ya lo hice: comprobar</strong>. La designación la acepta quien opera el servicio, así
        que puede faltar su parte.
      </li>
    </ol>
    <p>
      Nunca te vamos a pedir tu clave fiscal. Podés quitar el permiso cuando quieras, desde el mismo lugar: Consultar,
      Revocar.
    </p>
  </>
);

const InHomologation = ({ taxId }: { taxId: string }) => (
  <p>
    En homologación la empresa no tiene nada que hacer: quien opera el servicio se autoriza solo en WSASS, con{" "}
    <code>{taxId}</code> como CUIT representado.
  </p>
);
