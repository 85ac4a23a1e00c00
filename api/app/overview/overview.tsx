import type { MonthFigures } from "../../../shared/domain/month-figures.js";
import { nameOfVoucher } from "../../../shared/domain/spanish.js";
import { Card } from "../components/card.js";
import { Empty } from "../components/empty.js";
import { Facts } from "../components/facts.js";
import { Heading } from "../components/heading.js";
import { LinkButton } from "../components/link-button.js";
import { Notice } from "../components/notice.js";
import { Table } from "../components/table.js";
import { Unbroken } from "../components/unbroken.js";
import type { PageContext } from "../frame/app-env.js";
import type { CachedValue } from "../frame/deadline-cache.js";
import type { Voucher } from "../invoices/voucher.js";
import { counted, cuit, decimal, fiscalDate, instant, money } from "../spanish/formats.js";
import { documentName } from "../spanish/names.js";
import { Monotributo } from "./monotributo.js";
import { Month } from "./month.js";
import type { Need } from "./need.js";
import { type CompanyStatus, certificateDaysLeft, needsOf } from "./needs.js";

interface Props {
  visit: PageContext;
  mayIssue: boolean;
  /** Whether something is left until the company issues real vouchers. */
  hasFirstSteps: boolean;
  standing: CompanyStatus;
  figures: CachedValue<MonthFigures> | undefined;
  /** The newest ones. */
  vouchers: Voucher[];
}

/** How things stand: what somebody has to do, the month, and what was issued last. */
export function Overview({ visit: { base }, mayIssue, hasFirstSteps, standing, figures, vouchers }: Props) {
  return (
    <>
      <Heading title="Resumen">
        {mayIssue && (
          <LinkButton href={`${base}/invoices/new`} kind="primary">
            Emitir
          </LinkButton>
        )}
      </Heading>
      {hasFirstSteps && (
        <Notice tone="info" title="La empresa está en sus primeros pasos">
          Lo que falta para emitir comprobantes reales, en orden:{" "}
          <a href={`${base}/first-steps`}>ver los primeros pasos</a>
        </Notice>
      )}
      <Needs base={base} needs={needsOf(standing)} />
      <Month base={base} today={standing.today} figures={figures} />
      {standing.monotributo !== undefined && (
        <Monotributo base={base} today={standing.today} standing={standing.monotributo} />
      )}
      <section class="stack">
        <h2>Últimos comprobantes</h2>
        <LastVouchers base={base} vouchers={vouchers} mayIssue={mayIssue} />
        {vouchers.length > 0 && (
          <p>
            <a href={`${base}/invoices`}>Ver todos los comprobantes</a>
          </p>
        )}
      </section>
      <div class="cards narrow">
        <QuotaCard standing={standing} />
        <CertificateCard base={base} standing={standing} />
        <AuthorizationCard standing={standing} />
      </div>
    </>
  );
}

const Needs = ({ base, needs }: { base: string; needs: Need[] }) => (
  <section class="stack" aria-labelledby="needs">
    <h2 id="needs">Lo que te necesita</h2>
    {needs.length === 0 && <p>Todo en orden: no hay nada para hacer.</p>}
    {needs.map(({ tone, title, text, link }) => (
      <Notice tone={tone} title={title}>
        {text} {link && <a href={base + link.path}>{link.words}</a>}
      </Notice>
    ))}
  </section>
);

function LastVouchers({ base, vouchers, mayIssue }: { base: string; vouchers: Voucher[]; mayIssue: boolean }) {
  return (
    <Table
      caption="Los últimos cinco comprobantes"
      rows={vouchers}
      columns={[
        {
          head: "Comprobante",
          primary: true,
          cell: ({ id, voucherType, posNumber, voucherNumber }) => (
            <a href={`${base}/invoices/${id}`}>
              <Unbroken text={nameOfVoucher({ voucherType, posNumber, voucherNumber })} />
            </a>
          ),
        },
        { head: "Fecha", cell: ({ voucherDate }) => fiscalDate(voucherDate) },
        { head: "Receptor", cell: ({ customer: { name, docType } }) => name || documentName(docType) },
        { head: "Total", align: "end", cell: ({ totalAmount, currency }) => money(totalAmount, currency) },
      ]}
      empty={
        <Empty
          title="Todavía no hay comprobantes"
          action={
            mayIssue && (
              <LinkButton href={`${base}/invoices/new`} kind="secondary">
                Emitir el primero
              </LinkButton>
            )
          }
        >
          {mayIssue
            ? "Cuando emitas el primero, lo vas a ver acá."
            : "Cuando alguien emita el primero, lo vas a ver acá."}
        </Empty>
      }
    />
  );
}

const QuotaCard = ({ standing: { quota, until } }: { standing: CompanyStatus }) => (
  <Card title="Cupo">
    {quota ? (
      <Facts
        facts={[
          { term: "Usados", detail: `${decimal(quota.used)} de ${decimal(quota.granted)}` },
          { term: "Quedan", detail: decimal(quota.remaining) },
          { term: "Se renueva", detail: fiscalDate(quota.periodEnd) },
          { term: "Suscripción hasta", detail: until ? fiscalDate(until) : "—" },
        ]}
      />
    ) : (
      <p>La empresa no tiene suscripción.</p>
    )}
  </Card>
);

function CertificateCard({ base, standing }: { base: string; standing: CompanyStatus }) {
  const active = standing.certificates.find((one) => one.active);
  const left = certificateDaysLeft(standing);
  return (
    <Card title="Certificado">
      {standing.acting.mode === "delegated" ? (
        <Facts
          facts={[
            { term: "Emite", detail: "quien opera el servicio" },
            { term: "CUIT", detail: standing.acting.cuit === null ? "Todavía no tiene" : cuit(standing.acting.cuit) },
          ]}
        />
      ) : active?.expires && left !== undefined ? (
        <Facts
          facts={[
            { term: "Alias", detail: active.alias },
            { term: "Vence", detail: instant(active.expires).slice(0, 10) },
            { term: "Quedan", detail: left < 0 ? "Venció" : counted(left, "día", "días") },
          ]}
        />
      ) : (
        <p>No hay ninguno instalado.</p>
      )}
      <p>
        <a href={`${base}/certificates`}>Certificados</a>
      </p>
    </Card>
  );
}

/** How vouchers get their code now: of the authority one by one, or under a code for contingencies. */
function AuthorizationCard({ standing: { contingency } }: { standing: CompanyStatus }) {
  const { active, since, reason, code, to, unreported } = contingency;
  return (
    <Card title="Autorización">
      <Facts
        facts={[
          { term: "Ahora", detail: active ? "Contingencia (CAEA)" : "En línea (CAE)" },
          ...(active && since ? [{ term: "Desde", detail: instant(since) }] : []),
          ...(active && reason ? [{ term: "Motivo", detail: reason }] : []),
          ...(code && to ? [{ term: "CAEA de la quincena", detail: `${code}, hasta el ${fiscalDate(to)}` }] : []),
          ...(unreported > 0
            ? [{ term: "Sin informar", detail: counted(unreported, "comprobante", "comprobantes") }]
            : []),
        ]}
      />
    </Card>
  );
}
