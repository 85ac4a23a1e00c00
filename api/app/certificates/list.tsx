import { Empty } from "../components/empty.js";
import { Heading } from "../components/heading.js";
import { LinkButton } from "../components/link-button.js";
import { Notice } from "../components/notice.js";
import { Table } from "../components/table.js";
import { Tag } from "../components/tag.js";
import type { PageContext } from "../frame/app-env.js";
import { fiscalDate, instant } from "../spanish/formats.js";
import { type CertificateState, daysUntil, type ListedCertificate, renewalDays, stateOf } from "./certificate.js";

interface CertificateListProps {
  visit: PageContext;
  certificates: ListedCertificate[];
  nowMs: number;
  mayConfigure: boolean;
}

/** Certificates: what is in use first, then what waits for the authority, then what was replaced. */
export function Certificates({ visit, certificates, nowMs, mayConfigure }: CertificateListProps) {
  const path = `${visit.base}/certificates`;
  const rows = certificates
    .map((certificate) => ({ ...certificate, state: stateOf(certificate, nowMs) }))
    .toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state) || other.id - one.id);
  const used = rows.find(({ active }) => active);
  const isPending = rows.some(({ state }) => state === "requested");
  return (
    <>
      <Heading title="Certificados">
        {used && <LinkButton href={`${path}/${used.id}/check`}>Probar la conexión con ARCA</LinkButton>}
        {used && mayConfigure && (
          <LinkButton href={`${path}/new?renew`} kind="primary">
            Renovar
          </LinkButton>
        )}
      </Heading>
      {used && <Expiry certificate={used} nowMs={nowMs} isPending={isPending} />}
      <Table
        caption="Certificados de ARCA de la empresa en este ambiente"
        rows={rows}
        columns={[
          { head: "Alias", primary: true, cell: ({ id, alias }) => <a href={`${path}/${id}`}>{alias}</a> },
          { head: "Estado", cell: ({ state }) => <StateTag state={state} /> },
          { head: "Vence", cell: ({ expires }) => (expires === null ? "—" : fiscalDate(dayOf(expires))) },
          {
            head: "Faltan",
            align: "end",
            cell: ({ active, expires }) => (active && expires !== null ? inDays(daysUntil(expires, nowMs)) : "—"),
          },
          { head: "Pedido el", cell: ({ created }) => instant(created) },
        ]}
        empty={
          <Empty
            title="Todavía no hay un certificado"
            action={
              mayConfigure ? (
                <LinkButton href={`${path}/new`} kind="primary">
                  Pedir un certificado
                </LinkButton>
              ) : undefined
            }
          >
            <p>
              Con el certificado, ARCA sabe que este servicio emite en nombre de la empresa. Son cinco pasos y lleva
              unos diez minutos: vas a necesitar la clave fiscal de quien la representa.
            </p>
          </Empty>
        }
      />
    </>
  );
}

const order: CertificateState[] = ["active", "expired", "requested", "replaced"];

/** "31/12/2026" is what is asked for; the minute is not. */
const dayOf = (iso: string) => instant(iso).slice(0, 10).split("/").reverse().join("");

const inDays = (days: number) => (days < 0 ? "Venció" : days === 1 ? "1 día" : `${days} días`);

interface ExpiryProps {
  certificate: ListedCertificate;
  nowMs: number;
  isPending: boolean;
}

function Expiry({ certificate: { expires }, nowMs, isPending }: ExpiryProps) {
  const days = daysUntil(expires ?? "", nowMs);
  if (days >= renewalDays) return null;
  return (
    <Notice
      tone={days < 0 ? "error" : "warning"}
      title={
        days < 0
          ? "El certificado venció"
          : days < 1
            ? "El certificado vence hoy"
            : `El certificado vence en ${inDays(days)}`
      }
    >
      {days < 0 ? "ARCA ya no deja emitir con él. " : "Hasta entonces se sigue emitiendo. "}
      {isPending
        ? "Ya pediste el próximo: seguí con los pasos que faltan."
        : "Renovalo con el mismo alias: los permisos que tiene en ARCA se mantienen."}
    </Notice>
  );
}

export function StateTag({ state }: { state: CertificateState }) {
  if (state === "active") return <Tag tone="success">En uso</Tag>;
  if (state === "expired") return <Tag tone="error">Vencido</Tag>;
  if (state === "requested") return <Tag tone="warning">Falta instalarlo</Tag>;
  return <Tag tone="neutral">Reemplazado</Tag>;
}
