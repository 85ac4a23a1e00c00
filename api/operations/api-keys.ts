import {
  type ApiKey,
  createApiKey,
  findKeyEnd,
  isLastConfiguring,
  type NewApiKey,
  revokeApiKey,
} from "../../shared/db/company/api-keys.js";
import { writeAudited, writeIfChanged } from "../../shared/db/company/audit-entries.js";
import type { Transaction } from "../../shared/db/pool/database.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { instant } from "../../shared/domain/spanish.js";
import { businessFault, notFound } from "../http/errors.js";
import { fieldFault } from "../schemas/check-body.js";
import { refuseExcessApiKey } from "./company-limits.js";
import type { Operator } from "./operator.js";

/**
 * Creates a key. Its secret is returned only here and never stored. A key gives at most what it has, time included: without `expires`
 * the new one ends when it does.
 *
 * @throws ApiError 400 when the environment has the most that are allowed, or the key would be expired, or outlive the one that asks
 */
export async function addApiKey(
  operator: Operator,
  { name, scopes, expires: asked }: NewApiKey,
): Promise<ApiKey & { secret: string }> {
  const { companyId, production } = operator;
  if (asked && asked.getTime() <= Date.now()) throw fieldFault("expires", past);
  return writeAudited(operator, async (tx) => {
    await refuseExcessApiKey(tx, operator);
    const expires = await endWithin(tx, operator, asked);
    const result = await createApiKey(tx, { companyId, production, name, scopes, expires });
    const { id, prefix } = result;
    const after = { name, prefix, scopes: result.scopes, ...(expires && { expires: result.expires }) };
    return { result, record: { action: "apikey.create", resourceId: `${id}`, after } };
  });
}

/** When the new key ends. The end of the key that asks is the last that it can give. */
async function endWithin(tx: Transaction, operator: Operator, asked: Date | null | undefined): Promise<Date | null> {
  const own = operator.actor.type === "apikey" ? await findKeyEnd(tx, operator, operator.actor.apiKeyId) : null;
  if (own === null) return asked ?? null;
  if (asked === undefined) return own;
  if (asked === null || asked > own)
    throw fieldFault("expires", {
      en: `cannot be later than ${own.toISOString()}, when this key itself expires`,
      es: `No puede vencer después que esta clave, el ${instant(own.toISOString())}.`,
    });
  return asked;
}

/**
 * Revokes a key at once. Revoking it again changes nothing. A key cannot revoke the last one that can configure the environment,
 * because no key could make another one there; a person and the command line can.
 *
 * @throws ApiError 404; 400 for that last key
 */
export async function endApiKey(operator: Operator, id: number): Promise<{ changed: boolean }> {
  const { actor } = operator;
  return writeIfChanged(operator, async (tx) => {
    if (actor.type === "apikey" && (await isLastConfiguring(tx, operator, id))) throw lastConfiguring();
    const revoked = await revokeApiKey(tx, operator, id);
    if (revoked === undefined)
      throw notFound({
        en: `There is no API key ${id} in this environment.`,
        es: `La clave ${id} no está en este ambiente: fijate en el otro.`,
        app: "Esa clave no está en este ambiente: fijate en el otro.",
      });
    const change = { before: { revoked: false }, after: { revoked: true } };
    const record = { action: "apikey.revoke", resourceId: `${id}`, ...change };
    return { result: undefined, record: revoked ? record : undefined };
  });
}

const lastConfiguring = () =>
  businessFault({
    en: 'This is the last key in force with the scope "configure" in this environment. Create another one first, or have it revoked at the command line.',
    es: "Es la última clave vigente que puede configurar este ambiente: primero creá otra.",
  });

const past: LocalizedText = { en: "must be in the future", es: "Tiene que ser una fecha futura." };
