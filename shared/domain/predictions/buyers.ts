import { taxIdTypes } from "../document-type.js";
import { foreseen } from "../refusal.js";
import { isFceType } from "../voucher-types.js";
import { type Prediction, when } from "./problem.js";

const goods = 1;

export const buyerRefusals = {
  receiver: foreseen(
    10136,
    "customer.docType",
    "several buyers need a receiver with a tax id: docType 80, 86 or 87",
    "Si hay varios compradores, el receptor va con CUIT, CUIL o CDI.",
  ),
  docType: foreseen(
    10137,
    "buyers.#.docType",
    "must be 80, 86 or 87: a buyer is named by its tax id",
    "Cada comprador va con su CUIT, CUIL o CDI.",
  ),
  itself: foreseen(
    10140,
    "buyers.#.docNumber",
    "a buyer cannot be the issuer itself",
    "Un comprador no puede ser la misma empresa: revisá el CUIT.",
  ),
  twice: foreseen(
    10141,
    "buyers.#.docNumber",
    "the same buyer stands there twice",
    "El mismo comprador está dos veces: quitá uno.",
  ),
  goods: foreseen(
    10150,
    "concept",
    "several buyers buy goods: concept 1",
    "Varios compradores van solamente en ventas de productos.",
  ),
  fce: foreseen(
    10194,
    "buyers",
    "must be left out: a credit invoice has one buyer",
    "Una factura de crédito tiene un solo comprador: quitá los demás.",
  ),
};
const refusals = buyerRefusals;

/** Whether they are in the register is the authority's to say. Source: issuer/authority/README.md, section 17.4. */
export const predictBuyers: Prediction = ({ body, issuer }) => {
  const { buyers, customer, concept, voucherType } = body;
  if (!buyers) return [];
  if (isFceType(voucherType)) return when(true, refusals.fce);
  return [
    ...when(concept !== goods, refusals.goods),
    ...when(!taxIdTypes.includes(customer.docType), refusals.receiver),
    ...buyers.flatMap(({ docType, docNumber }, index) => {
      const at = { field: `buyers.${index}.docNumber` };
      const isAgain = buyers.findIndex((one) => one.docType === docType && one.docNumber === docNumber) < index;
      return [
        ...when(!taxIdTypes.includes(docType), refusals.docType, { field: `buyers.${index}.docType` }),
        ...when(docNumber === issuer.cuit, refusals.itself, at),
        ...when(isAgain, refusals.twice, at),
      ];
    }),
  ];
};
