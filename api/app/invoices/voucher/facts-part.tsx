import { currencyLabel, taxConditionLabel } from "../../../../shared/domain/code-labels.js";
import { anonymousType } from "../../../../shared/domain/document-type.js";
import { findOptionalKind } from "../../../../shared/domain/optionals/optional-kinds.js";
import { printedTextNames, printedTexts } from "../../../../shared/domain/printed-texts.js";
import { Card } from "../../components/card.js";
import { Facts } from "../../components/facts.js";
import { cuit, decimal, fiscalDate, instant } from "../../spanish/formats.js";
import { conceptName, documentName, provinceName, transferName } from "../../spanish/names.js";
import { sourceName } from "../../spanish/words.js";
import type { Voucher } from "../voucher.js";

type Fact = { term: string; detail: string | null | undefined | false };

const given = (facts: Fact[]) => facts.flatMap(({ term, detail }) => (detail ? [{ term, detail }] : []));

export const ReceiverPart = ({ voucher: { customer, docType, docNumber } }: { voucher: Voucher }) => (
  <Card title="Receptor">
    <Facts
      facts={given([
        { term: "Nombre", detail: customer.name },
        { term: documentName(docType), detail: docType === anonymousType ? "—" : cuit(docNumber) },
        { term: "Condición frente al IVA", detail: customer.taxType !== null && taxConditionLabel(customer.taxType) },
        { term: "Domicilio", detail: customer.address },
        { term: "Provincia", detail: customer.stateId !== null && provinceName(customer.stateId) },
      ])}
    />
  </Card>
);

/** Further data of a voucher, and who issued it. */
export const MorePart = ({ voucher, issuedBy }: { voucher: Voucher; issuedBy: string | undefined }) => (
  <Card title="Datos del comprobante">
    <Facts
      facts={given([
        { term: "Concepto", detail: conceptName(voucher.concept) },
        {
          term: "Período del servicio",
          detail: voucher.serviceFrom && `${fiscalDate(voucher.serviceFrom)} al ${fiscalDate(voucher.serviceTo ?? "")}`,
        },
        { term: "Vencimiento del pago", detail: voucher.serviceExpiration && fiscalDate(voucher.serviceExpiration) },
        {
          term: "Moneda",
          detail:
            voucher.currency !== "PES" &&
            `${currencyLabel(voucher.currency)}, cotización ${decimal(Number(voucher.currencyQuotation))}`,
        },
        { term: "CBU", detail: voucher.fce?.cbu },
        { term: "Alias", detail: voucher.fce?.alias },
        { term: "Transferencia", detail: voucher.fce?.transfer && transferName(voucher.fce.transfer) },
        { term: "El comprador la había rechazado", detail: voucher.fce?.cancellation && "Sí" },
        ...printedTextNames.map((name) => ({ term: printedTexts[name].label, detail: voucher[name] })),
        { term: "Leyenda", detail: voucher.legend },
        { term: "Notas internas", detail: voucher.comments },
        { term: "Referencia propia", detail: voucher.externalReference },
        { term: "Actividad", detail: voucher.activityCode },
        ...(voucher.optionals ?? []).map(({ id, value }) => ({
          term: findOptionalKind(id)?.label ?? `Dato opcional ${id}`,
          detail: findOptionalKind(id)?.meanings?.[value] ?? value,
        })),
        { term: "Actividades informadas", detail: voucher.activities?.map(({ id }) => id).join(", ") },
        {
          term: "Compradores",
          detail: voucher.buyers
            ?.map(({ docType, docNumber, share }) => `${documentName(docType)} ${cuit(docNumber)}: ${decimal(share)} %`)
            .join(" · "),
        },
        ...Object.entries(voucher.additionalData ?? {}).map(([term, value]) => ({
          term,
          detail: typeof value === "string" ? value : JSON.stringify(value),
        })),
        { term: "Emitido", detail: instant(voucher.created) },
        { term: "Emitido en", detail: sourceName(voucher.source) },
        { term: "Emitido por", detail: issuedBy },
        { term: "Clave de idempotencia", detail: voucher.idempotency },
      ])}
    />
  </Card>
);
