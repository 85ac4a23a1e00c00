import type { Child } from "hono/jsx";
import { Facts } from "../components/facts.js";
import { Heading } from "../components/heading.js";
import { LinkButton } from "../components/link-button.js";
import { Steps } from "../components/steps.js";
import type { PageContext } from "../frame/app-env.js";
import { type FormErrors, Refusal } from "../settings/refusal.js";
import { fiscalDate, instant } from "../spanish/formats.js";
import { type ListedCertificate, stateOf } from "./certificate.js";
import { CheckResults, type Checks, isAllWell } from "./check.js";
import { Installation } from "./installation.js";
import { StateTag } from "./list.js";
import { Portal } from "./portal.js";
import { stepTitles } from "./step-titles.js";

interface CertificateProps {
  visit: PageContext;
  certificate: ListedCertificate;
  nowMs: number;
  mayConfigure: boolean;
  /** Checks that the authority answered; undefined while it was not asked. */
  checks?: Checks | undefined;
  pasted?: string | undefined;
  fault?: string | undefined;
  refused?: FormErrors | undefined;
}

/** One certificate, with the steps that it has still to go. */
export function One({
  visit,
  certificate,
  nowMs,
  mayConfigure,
  checks,
  pasted = "",
  fault,
  refused,
}: CertificateProps) {
  const state = stateOf(certificate, nowMs);
  const path = `${visit.base}/certificates/${certificate.id}`;
  const [prepare, portal, install, check, end] = stepTitles(visit.production);
  const isInstalled = state !== "requested";
  const isProven = checks !== undefined && isAllWell(checks);
  const prepared = `El alias es ${certificate.alias}. Lo preparaste el ${instant(certificate.created)}.`;
  return (
    <>
      <p>
        <a href={`${visit.base}/certificates`}>Certificados</a>
      </p>
      <Heading title={`Certificado ${certificate.alias}`}>
        <StateTag state={state} />
      </Heading>
      <Refusal refused={refused} />
      {state === "replaced" ? (
        <Facts facts={facts(certificate)} />
      ) : (
        <Steps
          steps={[
            { title: prepare, state: "done", children: <p>{prepared}</p> },
            {
              title: portal,
              state: isInstalled || fault ? "done" : "current",
              children: whileOpen(
                isInstalled,
                "Ver otra vez qué hacer en ARCA",
                <Portal visit={visit} certificate={certificate} />,
              ),
            },
            {
              title: install,
              state: isInstalled ? "done" : fault ? "current" : "todo",
              children: isInstalled ? (
                <p>Vence el {instant(certificate.expires ?? "").slice(0, 10)}.</p>
              ) : mayConfigure ? (
                <Installation visit={visit} id={certificate.id} pasted={pasted} fault={fault} />
              ) : (
                <p>Lo instala quien administra la empresa.</p>
              ),
            },
            {
              title: check,
              state: isProven ? "done" : isInstalled ? "current" : "todo",
              children: isInstalled && (
                <>
                  {checks && <CheckResults checks={checks} />}
                  <p>Le preguntamos a ARCA, sin emitir nada. Puede tardar un minuto.</p>
                  <LinkButton href={`${path}/check`} kind={isProven ? "secondary" : "primary"}>
                    {checks ? "Probar otra vez" : "Probar ahora"}
                  </LinkButton>
                </>
              ),
            },
            {
              title: end,
              state: isProven ? "done" : "todo",
              children: isProven && (
                <>
                  <p>El certificado está en uso. Te avisamos por correo 30, 7 y 1 días antes de que venza.</p>
                  <LinkButton href={`${visit.base}/points-of-sale`}>Ir a los puntos de venta</LinkButton>
                </>
              ),
            },
          ]}
        />
      )}
    </>
  );
}

/** Folds a step that is done already: it stays there, but out of the way. */
const whileOpen = (isDone: boolean, summary: string, children: Child) =>
  isDone ? (
    <details>
      <summary>{summary}</summary>
      {children}
    </details>
  ) : (
    children
  );

const facts = ({ alias, created, expires }: ListedCertificate) => [
  { term: "Alias", detail: alias },
  { term: "Pedido el", detail: instant(created) },
  { term: "Vence el", detail: expires ? fiscalDate(expires.slice(0, 10)) : "—" },
  { term: "Estado", detail: "Otro certificado tomó su lugar. No hay que hacer nada con este." },
];
