import type { ListedPayment } from "../../../shared/db/payments/list-payments.js";
import type { PricedPlan } from "../../../shared/db/payments/plans.js";
import type { PaidPeriod } from "../../../shared/domain/payments/renewal.js";
import type { Quota } from "../../../shared/domain/quota.js";
import { Button } from "../components/button.js";
import { Card } from "../components/card.js";
import { Facts } from "../components/facts.js";
import { Form } from "../components/form.js";
import { Heading } from "../components/heading.js";
import { Notice } from "../components/notice.js";
import { Table } from "../components/table.js";
import { Tag } from "../components/tag.js";
import type { PageContext } from "../frame/app-env.js";
import { counted, decimal, fiscalDate, instant, money, nameOfVoucher } from "../spanish/formats.js";
import { kindWords, stateWords } from "./words.js";

/** State of the company's plan. */
export interface PlanState {
  until: string;
  active: boolean;
  /** Vouchers that it may issue in a month: its plan's, or its own. */
  monthly: number;
  plan: PricedPlan | null;
  quota: Quota | null;
  payments: ListedPayment[];
  /** Period that a renewal of today pays for. */
  next: PaidPeriod | undefined;
}

interface Way {
  /** Whether it is paid here, at the provider. */
  isOnline: boolean;
  mayPay: boolean;
  instructions: string | undefined;
  /** Text to write on a transfer. */
  transferReference: string;
  /** Whether it is the company that bills the others: it pays nothing here. */
  isBiller: boolean;
}

interface Props {
  visit: PageContext;
  standing: PlanState | undefined;
  way: Way;
  /** Failure to tell, if something did not work out. */
  trouble?: string | undefined;
}

export function PlanPage({ visit, standing, way, trouble }: Props) {
  if (!standing)
    return (
      <>
        <Heading title="Plan" />
        <Notice tone="error" title="La empresa no tiene suscripción">
          Pedísela a quien opera el servicio.
        </Notice>
      </>
    );
  const { until, active, plan, quota, payments, monthly } = standing;
  const isWaiting = payments.some(({ state }) => state === "pending");
  const buying = plan && !way.isBiller && <Buying visit={visit} standing={{ ...standing, plan }} way={way} />;
  return (
    <>
      <Heading title="Plan" />
      {trouble && (
        <Notice tone="error" title={trouble}>
          {null}
        </Notice>
      )}
      {!active && <Lapsed until={until} />}
      {isWaiting && (
        <Notice tone="info" title="Hay un pago en espera">
          Un pago en efectivo o por transferencia puede tardar días. Cuando se apruebe cuenta solo: no hace falta pagar
          de nuevo. Los comprobantes adicionales van al mes en que se aprueba.
        </Notice>
      )}
      {/* Who is led here to renew finds it on the first screen, also of a phone. */}
      {!active && buying}
      <Facts
        facts={[
          { term: "Plan", detail: plan ? plan.name : "Sin precio: preguntale a quien opera el servicio" },
          { term: "Pago hasta", detail: fiscalDate(until) },
          { term: "Comprobantes por mes", detail: decimal(monthly) },
          ...(quota ? [{ term: "Usados, los dos ambientes", detail: usedOf(quota) }] : []),
          ...(plan ? [{ term: "Precio", detail: priceOf(plan) }] : []),
          ...(plan?.next
            ? [{ term: "Cambia", detail: `Desde el ${fiscalDate(plan.next.from)}, por el plan ${plan.next.code}` }]
            : []),
        ]}
      />
      {way.isBiller && (
        <Notice tone="info" title="Esta empresa factura el servicio">
          Emite la factura de cada pago de las demás, y acá no paga nada. Su suscripción la extiende quien opera el
          servicio.
        </Notice>
      )}
      {active && buying}
      <Table<ListedPayment>
        caption="Pagos"
        showCaption
        rows={payments}
        columns={[
          { head: "Fecha", primary: true, cell: ({ created }) => instant(created.toISOString()) },
          { head: "Qué", cell: ({ kind }) => (kind ? kindWords[kind] : "—") },
          { head: "Importe", align: "end", cell: ({ amount }) => money(amount, "PES") },
          { head: "Estado", cell: ({ state }) => <Tag tone={stateWords[state].tone}>{stateWords[state].words}</Tag> },
          { head: "Comprobante", cell: ({ voucher }) => (voucher ? nameOfVoucher(voucher) : "—") },
          { head: "Referencia", wide: true, cell: ({ reference }) => <code>{reference}</code> },
        ]}
        empty={
          <Card title="Pagos">
            <p>Todavía no hay pagos.</p>
          </Card>
        }
      />
      <p>
        Para cambiar de plan, pagar por débito automático o recibir la factura a nombre de otra persona, hablá con quien
        opera el servicio.
      </p>
    </>
  );
}

const Lapsed = ({ until }: { until: string }) => (
  <Notice tone="error" title={`La suscripción terminó el ${fiscalDate(until)}`}>
    <p>No se puede emitir, ni cambiar la configuración, hasta renovar.</p>
    <p>
      Siguen andando: ver y descargar lo emitido, los reportes, las vistas previas, tu cuenta y tu clave, y revocar una
      clave de API. Lo que ya se había aceptado se termina: lotes en curso, informes de CAEA, correos y webhooks.
    </p>
  </Notice>
);

function Buying({
  visit,
  standing,
  way,
}: {
  visit: PageContext;
  standing: PlanState & { plan: PricedPlan };
  way: Way;
}) {
  const { plan, next, active } = standing;
  const { extra } = plan;
  if (!way.isOnline)
    return (
      <Card title="Renovar">
        <p>
          {priceOf(plan)}. Poné en la transferencia la referencia <strong>{way.transferReference}</strong>.
        </p>
        <p>{way.instructions ?? "Preguntale a quien opera el servicio cómo pagar."}</p>
      </Card>
    );
  if (!way.mayPay) return <p>Paga quien administra la empresa.</p>;
  return (
    <div class="cards">
      <Card title="Renovar">
        <p>{priceOf(plan)}.</p>
        {next && (
          <p>
            Con un pago de hoy: del {fiscalDate(next.from)} al {fiscalDate(next.until)}.
          </p>
        )}
        <Form visit={visit} action={`${visit.base}/plan/renewal`}>
          <Button>Renovar</Button>
        </Form>
      </Card>
      {extra && (
        <Card title="Comprobantes adicionales">
          {active ? (
            <>
              <p>
                {money(extra.price, "PES")}. Van al mes del cupo en que se aprueba el pago, y no pasan al siguiente.
              </p>
              <Form visit={visit} action={`${visit.base}/plan/extra`}>
                <Button kind="secondary">Comprar {counted(extra.vouchers, "comprobante", "comprobantes")}</Button>
              </Form>
            </>
          ) : (
            <p>Con la suscripción vencida no se venden: primero renovala.</p>
          )}
        </Card>
      )}
    </div>
  );
}

const usedOf = ({ used, granted, periodEnd }: Quota) =>
  `${decimal(used)} de ${decimal(granted)}; se renueva el ${fiscalDate(periodEnd)}`;

const priceOf = ({ price, months }: PricedPlan) =>
  `${money(price, "PES")} por ${months === 1 ? "un mes" : `${months} meses`}, final`;
