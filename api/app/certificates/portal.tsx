import { Button } from "../components/button.js";
import { LinkButton } from "../components/link-button.js";
import { TextArea } from "../components/text-area.js";
import type { PageContext } from "../frame/app-env.js";
import type { ListedCertificate } from "./certificate.js";

interface PortalProps {
  visit: PageContext;
  certificate: ListedCertificate;
}

/** The second step: what to do in the authority's portal. Source: issuer/authority/README.md, 9.2, and api/admin/README.md. */
export function Portal({ visit, certificate: { id, alias, csr } }: PortalProps) {
  return (
    <>
      <p>
        Entrá a <strong>arca.gob.ar</strong> con la clave fiscal (nivel 3) de quien representa a la empresa.{" "}
        {visit.production
          ? "Esto es producción: los comprobantes van a ser reales."
          : "Homologación es el ambiente de pruebas de ARCA."}
      </p>
      <TextArea name="csr" label="Tu pedido (CSR)" value={csr} rows={6} readonly spellcheck="false" class="code" />
      <div class="cluster">
        <LinkButton href={`${visit.base}/certificates/${id}/request.csr`} download={`${alias}.csr`}>
          Descargar el pedido
        </LinkButton>
        <Button kind="secondary" type="button" data-copy={csr} hidden>
          Copiar el pedido
        </Button>
      </div>
      {visit.production ? <InProduction alias={alias} /> : <InHomologation alias={alias} />}
    </>
  );
}

const InProduction = ({ alias }: { alias: string }) => (
  <>
    <h2>Conseguí el certificado</h2>
    <ol>
      <li>
        Abrí el servicio <strong>Administración de Certificados Digitales</strong>. Si no lo ves, agregalo en
        Administrador de Relaciones de Clave Fiscal, con Adherir servicio.
      </li>
      <li>
        Elegí <strong>Agregar alias</strong>, escribí <code>{alias}</code> y subí el archivo del pedido. Si el alias ya
        existe porque estás renovando, abrilo y elegí <strong>Agregar certificado</strong>.
      </li>
      <li>
        Abrí el alias con <strong>Ver</strong> y descargá el certificado (un archivo <code>.crt</code>).
      </li>
    </ol>
    <h2>Dale permisos al alias</h2>
    <p>Al renovar con el mismo alias no hace falta: los permisos se mantienen.</p>
    <ol>
      <li>
        Abrí <strong>Administrador de Relaciones de Clave Fiscal</strong> y elegí <strong>Nueva relación</strong>.
      </li>
      <li>En Servicio, buscá ARCA, WebServices, y elegí uno de los servicios de la lista de abajo.</li>
      <li>
        En Representante elegí <strong>Computador Fiscal</strong>, buscá el alias <code>{alias}</code> y confirmá.
      </li>
      <li>Repetilo con cada servicio.</li>
    </ol>
    <Services />
  </>
);

const InHomologation = ({ alias }: { alias: string }) => (
  <>
    <h2>Conseguí el certificado</h2>
    <ol>
      <li>
        Abrí el servicio <strong>WSASS - Autogestión Certificados Homologación</strong>. Si no lo ves, agregalo en
        Administrador de Relaciones de Clave Fiscal, con Adherir servicio.
      </li>
      <li>
        Elegí <strong>Nuevo certificado</strong>. En Nombre simbólico del DN escribí <code>{alias}</code>, y abajo pegá
        el pedido entero.
      </li>
      <li>
        Elegí <strong>Crear DN y obtener certificado</strong> y copiá el resultado: empieza con{" "}
        <code>-----BEGIN CERTIFICATE-----</code>.
      </li>
    </ol>
    <h2>Dale permisos al alias</h2>
    <p>Al renovar con el mismo alias no hace falta: los permisos se mantienen.</p>
    <ol>
      <li>
        En WSASS elegí <strong>Crear autorización a servicio</strong>.
      </li>
      <li>
        Elegí el alias <code>{alias}</code>, y el CUIT de la empresa como CUIT representado.
      </li>
      <li>Elegí uno de los servicios de la lista y confirmá. Repetilo con cada uno.</li>
    </ol>
    <Services />
  </>
);

const Services = () => (
  <ul>
    <li>
      <code>wsfe</code>: emitir comprobantes (Facturación Electrónica).
    </li>
    <li>
      <code>ws_sr_constancia_inscripcion</code>: buscar clientes en el padrón (Constancia de Inscripción).
    </li>
    <li>
      <code>ws_sr_padron_a13</code>: lo mismo, para quienes no tienen constancia (Padrón alcance 13).
    </li>
    <li>
      <code>wsfecred</code>: solo si emitís facturas de crédito electrónicas MiPyME.
    </li>
  </ul>
);
