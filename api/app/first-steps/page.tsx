import type { Child } from "hono/jsx";
import { taxConditionLabel } from "../../../shared/domain/code-labels.js";
import { Heading } from "../components/heading.js";
import { LinkButton } from "../components/link-button.js";
import { Notice } from "../components/notice.js";
import { Steps } from "../components/steps.js";
import { type FiscalData, lackingOf } from "../fiscal-data/fiscal-data.js";
import type { PageContext } from "../frame/app-env.js";
import { cuit, listed } from "../spanish/formats.js";
import { CertificateStep } from "./certificate-step.js";
import type { StepProps } from "./parts.js";
import { Do } from "./parts.js";
import { PointOfSaleStep } from "./point-of-sale-step.js";
import { type CompanyProgress, type StepKey, statesOf, stepKeys } from "./progress.js";
import { VoucherStep } from "./voucher-step.js";

interface Props {
  visit: PageContext;
  found: CompanyProgress;
  mayConfigure: boolean;
  mayIssue: boolean;
}

const titles: Record<StepKey, string> = {
  fiscalData: "Datos fiscales",
  testCertificate: "Certificado de homologación",
  testPointOfSale: "Punto de venta de homologación",
  testVoucher: "Primer comprobante de prueba",
  certificate: "Certificado de producción",
  pointOfSale: "Punto de venta de producción",
  voucher: "Primer comprobante real",
};

/** The first hour of a company: what it needs until it issues, each step as the service itself finds it. */
export function FirstSteps({ visit, found, mayConfigure, mayIssue }: Props) {
  const states = statesOf(found);
  const isOver = stepKeys.every((key) => states[key] === "done");
  const [test, real] = [`/app/${visit.company.code}/homologation`, `/app/${visit.company.code}/production`];
  const of = (key: StepKey, base: string, mayDo = mayConfigure): StepProps => ({ state: states[key], base, mayDo });
  const { homologation, production } = found;
  const contents: Record<StepKey, Child> = {
    fiscalData: <FiscalDataStep {...of("fiscalData", real)} data={found.fiscalData} />,
    testCertificate: <CertificateStep {...of("testCertificate", test)} environment={homologation} />,
    testPointOfSale: <PointOfSaleStep {...of("testPointOfSale", test)} environment={homologation} isReal={false} />,
    testVoucher: <VoucherStep {...of("testVoucher", test, mayIssue)} voucher={homologation.voucher} isReal={false} />,
    certificate: <CertificateStep {...of("certificate", real)} environment={production} />,
    pointOfSale: <PointOfSaleStep {...of("pointOfSale", real)} environment={production} isReal />,
    voucher: <VoucherStep {...of("voucher", real, mayIssue)} voucher={production.voucher} isReal />,
  };
  return (
    <>
      <Heading title="Primeros pasos">
        <LinkButton href={`${visit.base}?overview`} kind="quiet">
          Ir al resumen
        </LinkButton>
      </Heading>
      {isOver ? (
        <Notice tone="success" title="La empresa ya emite comprobantes reales">
          No queda nada para configurar.
        </Notice>
      ) : (
        <p>
          Lo que falta para que {visit.company.name} (CUIT <span class="nowrap">{cuit(found.fiscalData.cuit)}</span>)
          emita: primero pruebas en homologación, después comprobantes reales. Nosotros comprobamos cada paso.
        </p>
      )}
      <Answers found={found} path={`${visit.base}/first-steps`}>
        <Steps steps={stepKeys.map((key) => ({ title: titles[key], state: states[key], children: contents[key] }))} />
      </Answers>
    </>
  );
}

/** While the authority has not answered, the steps ask again: by themselves with the script, and by a link without. */
function Answers({ found, path, children }: { found: CompanyProgress; path: string; children: Child }) {
  const isLate = found.homologation.checks === "late" || found.production.checks === "late";
  if (!isLate) return <div id="first-steps">{children}</div>;
  const whole = `${path}?wait`;
  return (
    <div id="first-steps" class="stack" hx-get={whole} hx-trigger="load" hx-select="#first-steps" hx-swap="outerHTML">
      <Notice tone="info" title="ARCA todavía no contestó" role="status">
        Le preguntamos si acepta el certificado y los puntos de venta. <a href={whole}>Esperar su respuesta</a>
      </Notice>
      {children}
    </div>
  );
}

function FiscalDataStep({ data, ...step }: StepProps & { data: FiscalData }) {
  if (step.state === "done")
    return <p>{taxConditionLabel(data.taxType)}. Están los datos que lleva todo comprobante.</p>;
  return (
    <>
      <p>Falta completar {listed(lackingOf(data))}. Valen para los dos ambientes y se cargan en producción.</p>
      <Do {...step} path="/fiscal-data" words="Completar los datos fiscales" />
    </>
  );
}
