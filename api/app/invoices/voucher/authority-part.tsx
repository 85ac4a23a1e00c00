import { typeName } from "../../../../shared/domain/spanish.js";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { Facts } from "../../components/facts.js";
import { Form } from "../../components/form.js";
import { Notice } from "../../components/notice.js";
import { Unbroken } from "../../components/unbroken.js";
import type { PageContext } from "../../frame/app-env.js";
import { fiscalDate, instant, money } from "../../spanish/formats.js";
import { documentOf } from "../../spanish/names.js";
import { ReportTag } from "../state-tags.js";
import type { Voucher } from "../voucher.js";

interface Props {
  visit: PageContext;
  voucher: Voucher;
  path: string;
  mayIssue: boolean;
}

/** Declaration to the authority, and its answer. */
export const AuthorityPart = ({ visit, voucher, path, mayIssue }: Props) => {
  const { authorization, cae, caeExpirationDate, taxAuthObservations } = voucher;
  return (
    <Card title="Lo que se le dijo a ARCA y lo que respondió">
      <Facts
        facts={[
          { term: authorization, detail: <code>{cae}</code> },
          { term: `Vencimiento del ${authorization}`, detail: fiscalDate(caeExpirationDate) },
          ...(authorization === "CAEA"
            ? [
                {
                  term: "Informe",
                  detail: voucher.reported ? instant(voucher.reported) : <ReportTag voucher={voucher} />,
                },
              ]
            : []),
          { term: "Se declaró", detail: <Unbroken text={declaredOf(voucher)} /> },
          {
            term: "Observaciones",
            detail: taxAuthObservations?.length ? (
              <Messages messages={taxAuthObservations} />
            ) : (
              "Ninguna: se autorizó sin observaciones."
            ),
          },
        ]}
      />
      {voucher.reportErrors && voucher.reportErrors.length > 0 && (
        <Notice tone="error" title="ARCA rechazó el informe de este comprobante">
          <Messages messages={voucher.reportErrors} />
          <p>
            {voucher.givenUp
              ? "Quien te presta el servicio decidió que este comprobante no se informa. Consultá con tu contador."
              : "Los que siguen en la misma numeración esperan a este. Corregí la causa y volvé a informarlo."}
          </p>
          {mayIssue && !voucher.givenUp && (
            <Form visit={visit} action={`${path}/report`}>
              <Button kind="secondary">Volver a informar</Button>
            </Form>
          )}
        </Notice>
      )}
    </Card>
  );
};

const Messages = ({ messages }: { messages: { code: number; msg: string }[] }) => (
  <ul>
    {messages.map(({ code, msg }) => (
      <li>
        {code}: {msg}
      </li>
    ))}
  </ul>
);

/** In the order of the request: what the authority has of the voucher. */
function declaredOf(voucher: Voucher) {
  const { voucherType, voucherDate, currency, totalAmount, netAmount, vatAmount } = voucher;
  return [
    `${typeName(voucherType)} del ${fiscalDate(voucherDate)}`,
    documentOf(voucher),
    `total ${money(totalAmount, currency)}`,
    `neto ${money(netAmount, currency)}`,
    `IVA ${money(vatAmount, currency)}`,
  ].join(" · ");
}
