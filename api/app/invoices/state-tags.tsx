import { Tag } from "../components/tag.js";
import type { Voucher } from "./voucher.js";

/** Everything about a voucher that is not as usual, in a word or two each. `besidePdf`: where one sees whether the PDF is there. */
export const StateTags = ({ voucher, besidePdf }: { voucher: Voucher; besidePdf?: boolean }) => (
  <span class="cluster">
    <ReportTag voucher={voucher} />
    <CreditTag voucher={voucher} />
    {voucher.source === "rcel" ? (
      <Tag tone="neutral">Importado</Tag>
    ) : (
      !voucher.hasPdf && !besidePdf && <Tag tone="info">PDF en camino</Tag>
    )}
    <MailTag voucher={voucher} />
  </span>
);

/** Tag of the report of a voucher under CAEA: what became of it. */
export function ReportTag({ voucher: { authorization, reported, reportErrors, givenUp } }: { voucher: Voucher }) {
  if (authorization !== "CAEA") return null;
  if (reported) return <Tag tone="success">CAEA informado</Tag>;
  if (givenUp) return <Tag tone="neutral">CAEA no se informa</Tag>;
  return reportErrors && reportErrors.length > 0 ? (
    <Tag tone="error">CAEA rechazado</Tag>
  ) : (
    <Tag tone="warning">CAEA sin informar</Tag>
  );
}

function CreditTag({ voucher: { creditedAmount, totalAmount } }: { voucher: Voucher }) {
  const credited = Number(creditedAmount);
  if (credited === 0) return null;
  return <Tag tone="neutral">{credited >= Number(totalAmount) ? "Acreditado" : "Acreditado en parte"}</Tag>;
}

function MailTag({ voucher: { emails } }: { voucher: Voucher }) {
  const states = new Set((emails ?? []).map(({ state }) => state));
  if (states.has("failed")) return <Tag tone="error">Correo fallido</Tag>;
  if (states.has("due")) return <Tag tone="info">Correo por enviar</Tag>;
  return states.has("sent") ? <Tag tone="success">Correo enviado</Tag> : null;
}
