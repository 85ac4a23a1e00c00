import { nameOfVoucher } from "../../../shared/domain/spanish.js";
import type { Voucher } from "../invoices/voucher.js";
import { Do, type StepProps } from "./parts.js";

type Props = StepProps & { voucher: Voucher | undefined; isReal: boolean };

/** The first voucher of an environment. */
export function VoucherStep({ voucher, isReal, ...step }: Props) {
  if (voucher)
    return (
      <p>
        <a href={`${step.base}/invoices/${voucher.id}`}>{nameOfVoucher(voucher)}</a>
      </p>
    );
  if (step.state === "done") return <p>La empresa ya emite comprobantes reales.</p>;
  if (step.state === "todo") return null;
  return (
    <>
      <p>
        {isReal
          ? "Todo está listo. Lo que emitas desde acá es real, y solo se anula con una nota de crédito."
          : "Todo está listo para probar: no tiene validez fiscal, y ves el comprobante como lo va a recibir tu cliente."}
      </p>
      <Do
        {...step}
        path="/invoices/new"
        words={isReal ? "Emitir el primer comprobante real" : "Emitir uno de prueba"}
      />
    </>
  );
}
