import { taxConditionLabel } from "../../../shared/domain/code-labels.js";
import { Facts } from "../components/facts.js";
import { Heading } from "../components/heading.js";
import { LinkButton } from "../components/link-button.js";
import { Notice } from "../components/notice.js";
import type { PageContext } from "../frame/app-env.js";
import { type FormErrors, Refusal } from "../settings/refusal.js";
import { cuit, fiscalDate, listed } from "../spanish/formats.js";
import { provinceName, transferName } from "../spanish/names.js";
import { FiscalDataForm } from "./fields.js";
import { type FiscalData, type FiscalDataValues, form, lackingOf } from "./fiscal-data.js";
import { roundingName } from "./words.js";

interface Props {
  visit: PageContext;
  data: FiscalData;
  values: FiscalDataValues;
  mayConfigure: boolean;
  refused?: FormErrors | undefined;
}

/** The company's own data, of both environments. Who may configure changes them in production, others read them. */
export function FiscalDataPage({ visit, data, values, mayConfigure, refused }: Props) {
  const lacking = lackingOf(data);
  return (
    <>
      <Heading title="Datos fiscales" />
      <Refusal refused={refused} />
      {lacking.length > 0 && !refused && (
        <Notice tone="warning" title="Faltan datos que lleva todo comprobante">
          Completá {listed(lacking)}: se imprimen en cada comprobante.
        </Notice>
      )}
      <Shared visit={visit} mayConfigure={mayConfigure} />
      {mayConfigure && visit.production ? (
        <FiscalDataForm visit={visit} taxId={data.cuit} values={values} refused={refused} />
      ) : (
        <FiscalFacts data={data} />
      )}
    </>
  );
}

/** Says that both environments share the data, and where they are changed. */
function Shared({ visit, mayConfigure }: { visit: PageContext; mayConfigure: boolean }) {
  const production = `/app/${visit.company.code}/production/fiscal-data`;
  if (visit.production)
    return (
      <p>
        Los comparten los dos ambientes: lo que se cambia acá vale también en homologación.
        {!mayConfigure && " Los cambia quien administra la empresa."}
      </p>
    );
  return (
    <>
      <p>
        Los comparten los dos ambientes, y se cambian solo en producción.
        {!mayConfigure && " Los cambia quien administra la empresa."}
      </p>
      {mayConfigure && <LinkButton href={production}>Ir a producción para cambiarlos</LinkButton>}
    </>
  );
}

const none = "—";

const FiscalFacts = ({ data }: { data: FiscalData }) => (
  <Facts
    facts={[
      { term: "Razón social", detail: data.name },
      { term: form.label("cuit"), detail: cuit(data.cuit) },
      { term: form.label("taxType"), detail: taxConditionLabel(data.taxType) },
      ...(data.monotributoCategory
        ? [{ term: form.label("monotributoCategory"), detail: data.monotributoCategory }]
        : []),
      { term: form.label("address"), detail: data.address ?? none },
      { term: form.label("stateId"), detail: data.stateId === null ? none : provinceName(data.stateId) },
      { term: form.label("grossIncome"), detail: data.grossIncome ?? none },
      { term: form.label("activityStart"), detail: data.activityStart ? fiscalDate(data.activityStart) : none },
      { term: form.label("activityCode"), detail: data.activityCode ?? none },
      { term: form.label("vatRounding"), detail: roundingName(data.vatRounding) },
      { term: "Leyenda «PAGO EN CBU INFORMADA»", detail: data.cbuLegend ? "Sí" : "No" },
      { term: form.label("withheldA"), detail: data.withheldA ? "Sí" : "No" },
      { term: "Leyendas", detail: data.legends.map(({ text }) => text).join(" · ") || none },
      { term: form.label("consumerComplaints"), detail: data.consumerComplaints ?? none },
      { term: form.label("footerText"), detail: data.footerText ?? none },
      { term: form.label("accentColor"), detail: data.accentColor ?? none },
      { term: form.label("mail.senderName"), detail: data.mail.senderName ?? none },
      { term: form.label("mail.replyTo"), detail: data.mail.replyTo ?? none },
      {
        term: "Facturas de crédito (FCE)",
        detail: data.fce === null ? "No emite" : `CBU ${data.fce.cbu}${data.fce.alias ? ` (${data.fce.alias})` : ""}`,
      },
      ...(data.fce ? [{ term: form.label("fce.transfer"), detail: transferName(data.fce.transfer) }] : []),
    ]}
  />
);
