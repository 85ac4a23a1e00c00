import type { Checkout } from "../../../shared/db/payments/checkouts.js";
import { Facts } from "../components/facts.js";
import { Heading } from "../components/heading.js";
import { LinkButton } from "../components/link-button.js";
import { Notice } from "../components/notice.js";
import type { PageContext } from "../frame/app-env.js";
import { counted, instant, money } from "../spanish/formats.js";
import { kindWords } from "./words.js";

interface Props {
  visit: PageContext;
  checkout: Checkout;
  /** The provider's page. Undefined: it has none now. */
  link: string | undefined;
}

/** Page of what is bought, before the person goes to the provider. */
export const CheckoutPage = ({ visit, checkout, link }: Props) => (
  <>
    <Heading title={kindWords[checkout.kind]} />
    <Facts
      facts={[
        { term: "Qué", detail: whatOf(checkout) },
        { term: "Importe", detail: money(checkout.amount, "PES") },
        { term: "Se puede pagar hasta", detail: instant(checkout.endsAt.toISOString()) },
        { term: "Referencia", detail: <code>{checkout.reference}</code> },
      ]}
    />
    {link ? (
      <>
        <p>Se paga en Mercado Pago. Al terminar volvés acá, y el pago se comprueba solo.</p>
        <LinkButton href={link} kind="primary" rel="noreferrer">
          Ir a pagar
        </LinkButton>
      </>
    ) : (
      <Notice tone="error" title="El medio de pago no responde">
        <p>
          No se cobró nada. <a href={visit.path}>Probá de nuevo</a> en un momento.
        </p>
      </Notice>
    )}
    <p>
      <a href={`${visit.base}/plan`}>Volver al plan</a>
    </p>
  </>
);

export const whatOf = ({ kind, months, vouchers }: Pick<Checkout, "kind" | "months" | "vouchers">): string =>
  kind === "renewal"
    ? `${counted(months ?? 0, "mes", "meses")} de suscripción`
    : counted(vouchers ?? 0, "comprobante adicional", "comprobantes adicionales");
