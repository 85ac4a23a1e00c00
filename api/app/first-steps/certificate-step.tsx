import { LinkButton } from "../components/link-button.js";
import { cuit, fiscalDate } from "../spanish/formats.js";
import { advice, Do, type StepProps } from "./parts.js";
import type { Environment } from "./progress.js";

type Props = StepProps & { environment: Environment };

/** A certificate of this environment that the authority accepts. */
export function CertificateStep({ environment, ...step }: Props) {
  if (environment.acting.mode === "delegated") return <DelegationStep environment={environment} {...step} />;
  const { certificate, checks, voucher } = environment;
  if (step.state === "done") {
    if (certificate?.state !== "active") return <p>Ya hizo falta antes: la empresa emite.</p>;
    const expiry = `${certificate.alias} vence el ${fiscalDate(certificate.expires?.slice(0, 10) ?? "")}.`;
    if (checks === undefined || checks === "late" || checks.registry.ok) return <p>{expiry}</p>;
    return (
      <p>
        {expiry} Para buscar clientes en el padrón falta un permiso: {advice(checks.registry)}
      </p>
    );
  }
  if (step.state === "todo" && !certificate) return null;
  if (!certificate)
    return (
      <>
        <p>
          Con él, ARCA sabe que este servicio emite en nombre de la empresa. Lleva unos diez minutos, y hace falta la
          clave fiscal de quien la representa.
        </p>
        <Do {...step} path="/certificates/new" words="Pedir el certificado" />
      </>
    );
  const own = `/certificates/${certificate.id}`;
  if (certificate.state === "requested")
    return (
      <>
        <p>El pedido {certificate.alias} está preparado: falta llevarlo a ARCA e instalar lo que te da.</p>
        <Do {...step} path={own} words="Seguir con el certificado" />
      </>
    );
  if (certificate.state === "expired")
    return (
      <>
        <p>{certificate.alias} venció: hace falta otro.</p>
        <Do {...step} path="/certificates/new?renew" words="Renovar el certificado" />
      </>
    );
  if (checks === undefined || checks === "late" || voucher) return <p>{certificate.alias} está instalado.</p>;
  return (
    <>
      <p>
        {certificate.alias} está instalado. {advice(checks.authentication.ok ? checks.issuance : checks.authentication)}
      </p>
      <Do {...step} path={`${own}/check`} words="Ver qué falta" />
      {step.state === "current" && step.mayDo && (
        <p>
          <LinkButton href={`${step.base}/first-steps`} kind="quiet">
            Comprobar otra vez
          </LinkButton>
        </p>
      )}
    </>
  );
}

/** The operator's certificate acts for the company: it delegates, and needs none of its own. */
function DelegationStep({ environment: { acting, checks, voucher }, ...step }: Props) {
  if (step.state === "done") return <p>Emite el certificado de quien opera el servicio.</p>;
  if (acting.cuit === null) return <p>Falta el certificado de quien opera el servicio: avisale.</p>;
  const isAnswered = checks !== undefined && checks !== "late" && !voucher;
  return (
    <>
      <p>
        Emite el certificado de quien opera el servicio (CUIT <span class="nowrap">{cuit(acting.cuit)}</span>), con el
        permiso que la empresa le da en ARCA.
        {isAnswered && <> {advice(checks.authentication.ok ? checks.issuance : checks.authentication)}</>}
      </p>
      <Do {...step} path="/certificates" words="Ver qué falta" />
    </>
  );
}
