import type { z } from "zod";
import type { ElementRow } from "../../shared/db/batches/batch-results.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { typeName } from "../../shared/domain/spanish.js";
import type { Translate } from "../http/answer-language.js";
import { failureOf } from "../issuing/failure-of.js";
import type { batchResult } from "../schemas/batch.js";

export type BatchResult = z.output<typeof batchResult>;

/** An element as it is shown. Why it failed is told as POST invoices would. Source: api/README.md, "Batches". */
export function toResult(element: ElementRow, translate: Translate): BatchResult {
  const { index, idempotency, state, id, voucherPos: posNumber, voucherType } = element;
  const { voucherNumber, cae, totalAmount } = element;
  const why = state === "failed" ? explain(element) : undefined;
  const [code, error] = [why?.code ?? null, why ? translate(why.said) : null];
  const waitsFor = element.undecided && translate(waits[element.undecided](element));
  const voucher = { id, posNumber, voucherType, voucherNumber, cae, totalAmount };
  return { index, idempotency, state, ...voucher, code, error, waitsFor };
}

/** Nothing else goes on before a person has decided, and no time passes it. */
const waits: Record<NonNullable<ElementRow["undecided"]>, (element: ElementRow) => LocalizedText> = {
  itself: () => ({
    en: "It could not be confirmed whether the tax authority authorized the voucher, and somebody must decide it: the service's operator.",
    es: "No se sabe si ARCA autorizó el comprobante, y lo tiene que resolver quien opera el servicio.",
  }),
  earlier: ({ posNumber, voucherType }) => ({
    en: `It is not known whether an earlier voucher on point of sale ${posNumber} and type ${voucherType} was issued, and somebody must decide it: the service's operator. This one is issued after that.`,
    es: `Todavía no se sabe si se emitió un comprobante anterior en el punto de venta ${posNumber} y el tipo ${voucherType} (${typeName(voucherType)}), y lo tiene que resolver quien opera el servicio. Este se emite después.`,
    app: `Todavía no se sabe si se emitió un comprobante anterior (${typeName(voucherType)}, punto de venta ${posNumber}), y lo tiene que resolver quien opera el servicio. Este se emite después.`,
  }),
};

const wasFree: LocalizedText = {
  en: "The batch was cancelled before this voucher had a number. It was not issued; its key can be sent again.",
  es: "El lote se canceló antes de que este comprobante tuviera número: no se emitió y podés volver a cargarlo.",
};
const isOpen: LocalizedText = {
  en: "The batch was cancelled before this voucher had a number. But another request with the same key is open: if that one is issued, its voucher is this element's.",
  es: "El lote se canceló antes de que este comprobante tuviera número. Pero hay otro pedido en curso con la misma clave: si se emite, su comprobante cuenta como el de este lote.",
};

/** Undefined when nothing is known. */
function explain({
  outcome,
  isKeyOpen,
  posNumber,
  voucherType,
  body,
  standing,
}: ElementRow): { code: string | undefined; said: LocalizedText } | undefined {
  if (!outcome) return undefined;
  if (outcome.code === "CANCELLED") return { code: outcome.code, said: isKeyOpen ? isOpen : wasFree };
  return failureOf(outcome, { ...{ posNumber, voucherType, body, standing }, ...{ usage: null, retryAfterMs: 0 } });
}
