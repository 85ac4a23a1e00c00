import { nameOfVoucher } from "../../../../shared/domain/spanish.js";
import { isFceType } from "../../../../shared/domain/voucher-types.js";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { Confirm } from "../../components/confirm.js";
import { Form } from "../../components/form.js";
import { LinkButton } from "../../components/link-button.js";
import type { PageContext } from "../../frame/app-env.js";
import { money } from "../../spanish/formats.js";
import type { WholeVoucher } from "../voucher.js";
import { isCreditable, isDebitable, isWholeCreditable, leftOf } from "./left-of.js";

interface Props {
  visit: PageContext;
  voucher: WholeVoucher;
  path: string;
  /** The key of the note that this page may issue: however often its form is sent, it makes one. */
  creditKey: string;
}

/** The ways to take a voucher back, in whole or in part, and to ask for more. */
export const NotesPart = (props: Props) => (
  <>
    <CreditPart {...props} />
    {isDebitable(props.voucher) && (
      <Card title="Nota de débito">
        <p>Para cobrar algo más por este comprobante, como intereses o una diferencia de precio.</p>
        <LinkButton href={`${props.path}/debit-note`} kind="secondary">
          Hacer una nota de débito
        </LinkButton>
      </Card>
    )}
  </>
);

function CreditPart({ visit, voucher, path, creditKey }: Props) {
  if (!isCreditable(voucher)) return null;
  const isFce = isFceType(voucher.voucherType);
  return (
    <Card title="Nota de crédito">
      <p>Un comprobante emitido no se borra: se anula con una nota de crédito, entera o por una parte.</p>
      <div class="cluster">
        {isWholeCreditable(voucher) && (
          <Confirm summary="Acreditar todo" kind="danger">
            <p>
              Se va a emitir una nota de crédito {visit.production ? "" : "de prueba "}por{" "}
              <strong>{money(voucher.totalAmount, voucher.currency)}</strong>, que anula {nameOfVoucher(voucher)}. No se
              puede deshacer.{isFce && " ARCA la acepta solo si el comprador rechazó la factura de crédito."}
            </p>
            <Form visit={visit} action={`${path}/credit-note`}>
              <input type="hidden" name="key" value={creditKey} />
              <input type="hidden" name="whole" value="true" />
              {isFce && <input type="hidden" name="cancellation" value="true" />}
              <Button kind="danger" name="do" value="issue">
                {visit.production ? "Emitir la nota de crédito" : "Emitir la nota de prueba"}
              </Button>
            </Form>
          </Confirm>
        )}
        <LinkButton href={`${path}/credit-note`}>Acreditar una parte</LinkButton>
      </div>
      <p class="hint">Quedan {money(leftOf(voucher), voucher.currency)} por acreditar.</p>
    </Card>
  );
}
