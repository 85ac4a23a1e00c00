import { writeAudited, writeIfChanged } from "../../shared/db/company/audit-entries.js";
import {
  findPointOfSale,
  insertPointOfSale,
  isInUse,
  isOthers,
  listReplaced,
  type PointOfSale,
  type PointOfSaleChanges,
  updatePointOfSale,
} from "../../shared/db/company/points-of-sale.js";
import type { Transaction } from "../../shared/db/pool/database.js";
import { changesBetween } from "../../shared/domain/changes.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import { notFound } from "../http/errors.js";
import { fieldFault } from "../schemas/check-body.js";
import { refuseExcessPointOfSale } from "./company-limits.js";
import type { Operator, WriteResult } from "./operator.js";

export const noPointOfSale = (number: number) =>
  notFound({
    en: `There is no point of sale ${number} in this environment.`,
    es: `El punto de venta ${number} no está en este ambiente: fijate en el otro.`,
  });

/** @throws ApiError 400 when the number is taken, or the environment has the most that are allowed */
export function addPointOfSale(
  operator: Operator,
  added: { number: number } & PointOfSaleChanges,
): Promise<PointOfSale> {
  return writeAudited(operator, async (tx) => {
    if (await findPointOfSale(tx, operator, added.number))
      throw fieldFault("number", {
        en: `point of sale ${added.number} is there already`,
        es: `El punto de venta ${added.number} ya está cargado: elegí otro número.`,
      });
    if (added.enabled !== false) await refuseOthers(tx, operator, added.number);
    await refuseExcessPointOfSale(tx, operator);
    await checkSubstitute(tx, operator, { authorization: "CAE", contingencyPos: null, ...added });
    const result = await insertPointOfSale(tx, operator, added);
    const { created: _, ...after } = result;
    return { result, record: { action: "pos.create", resourceId: `${added.number}`, after } };
  });
}

export function changePointOfSale(
  operator: Operator,
  number: number,
  changes: PointOfSaleChanges,
): Promise<WriteResult<PointOfSale>> {
  return writeIfChanged(operator, async (tx) => {
    const before = await findPointOfSale(tx, operator, number);
    if (!before) throw noPointOfSale(number);
    if (changes.enabled && !before.enabled) await refuseOthers(tx, operator, number);
    await checkAuthorization(tx, operator, before, { ...before, ...changes });
    const result = await updatePointOfSale(tx, operator, number, changes);
    const changed = changesBetween(before, result);
    return { result, record: changed && { action: "pos.update", resourceId: `${number}`, ...changed } };
  });
}

/** A taxpayer has each point of sale once: two companies would number it side by side. */
async function refuseOthers(tx: Transaction, tenant: Tenant, number: number): Promise<void> {
  if (await isOthers(tx, tenant, number))
    throw fieldFault("number", {
      en: `point of sale ${number} is used by another company of the same CUIT in this environment: disable it there first, or use another number`,
      es: `El punto de venta ${number} lo usa otra empresa con el mismo CUIT en este ambiente: primero deshabilitalo ahí, o usá otro número.`,
    });
}

type AuthorizationSettings = Pick<PointOfSale, "number" | "authorization" | "contingencyPos">;

/** Checks a change: whose vouchers a point of sale gets cannot change under them. Source: api/README.md, "Contingencies". */
async function checkAuthorization(
  tx: Transaction,
  tenant: Tenant,
  before: AuthorizationSettings,
  after: AuthorizationSettings,
): Promise<void> {
  if (after.authorization !== before.authorization) {
    const { number } = before;
    const [replaced] = await listReplaced(tx, tenant, number);
    if (replaced !== undefined)
      throw fieldFault("authorization", {
        en: `point of sale ${number} stands in for ${replaced}: set the contingencyPos of ${replaced} to null first`,
        es: `El punto de venta ${number} reemplaza al ${replaced} en contingencia: primero quitale el reemplazo al ${replaced}.`,
      });
    if (await isInUse(tx, tenant, number))
      throw fieldFault("authorization", {
        en: `point of sale ${number} has vouchers: add another point of sale instead`,
        es: `El punto de venta ${number} ya tiene comprobantes: agregá otro punto de venta.`,
      });
  }
  if (after.contingencyPos !== before.contingencyPos || after.authorization !== before.authorization)
    await checkSubstitute(tx, tenant, after);
}

/** Only a point of sale of CAEA stands in, and only for one of CAE. */
async function checkSubstitute(
  tx: Transaction,
  tenant: Tenant,
  { number, authorization, contingencyPos }: AuthorizationSettings,
): Promise<void> {
  const refuse = (message: LocalizedText) => fieldFault("contingencyPos", message);
  if (contingencyPos === null) return;
  if (authorization === "CAEA")
    throw refuse({
      en: "must be null: nothing stands in for a point of sale of CAEA, because nothing is issued there directly",
      es: "Dejalo vacío: un punto de venta de CAEA no lleva reemplazo.",
    });
  if (contingencyPos === number)
    throw refuse({
      en: "must be another point of sale: one of CAEA",
      es: "Elegí otro punto de venta, uno de CAEA.",
    });
  const substitute = await findPointOfSale(tx, tenant, contingencyPos);
  if (!substitute)
    throw refuse({
      en: `point of sale ${contingencyPos} does not exist in this environment: add it with authorization CAEA first`,
      es: `El punto de venta ${contingencyPos} no existe en este ambiente: primero agregalo como de CAEA.`,
    });
  if (substitute.authorization !== "CAEA")
    throw refuse({
      en: `point of sale ${contingencyPos} is one of CAE: only one of authorization CAEA can stand in`,
      es: `El punto de venta ${contingencyPos} es de CAE: como reemplazo sirve solamente uno de CAEA.`,
    });
}
