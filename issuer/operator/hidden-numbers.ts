import type { FreedNumber } from "../../shared/db/adoption/freed-numbers.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { nameOfNumber } from "../../shared/domain/voucher-name.js";
import type { AuthoritySession } from "../issuing/deps.js";
import type { Claims } from "./claims.js";
import type { SentContents } from "./earlier-contents.js";
import type { LookResult } from "./operator-look.js";

/**
 * The freed numbers of a key that are hidden: the numbering has passed them, and nobody shows what stands there. A request under one may have brought
 * the key its voucher. Whoever looked at the authority's pages for today's sale has not seen it, either.
 * @param lastNumber the last number that was given
 * @param others numbers that are judged otherwise
 */
export async function findHidden(
  session: Pick<AuthoritySession, "consult">,
  { issuanceId, unseen }: Pick<SentContents, "issuanceId" | "unseen">,
  lastNumber: number,
  others: readonly (number | null)[],
): Promise<number[]> {
  const hidden: number[] = [];
  for (const number of unseen) {
    if (number > lastNumber || others.includes(number)) continue;
    if ((await session.consult(number, issuanceId)).outcome !== "found") hidden.push(number);
  }
  return hidden;
}

/** Why nothing is decided beside a hidden number, and the two ways on. */
export function sayHidden({ posNumber, voucherType }: SequenceKey, number: number): LocalizedText {
  const name = nameOfNumber({ posNumber, voucherType, number });
  const command = `reconcile --import --pos ${posNumber} --type ${voucherType} --from ${number} --to ${number}`;
  return {
    en: `Number ${number}, which its key had before and which was passed since, may have its voucher, and nobody shows it: look again later, or bring it in with ${command}. If it is certainly another sale's, or nobody's: --despite ${name}.`,
    es: `El número ${number}, que esta clave tuvo antes y que la numeración ya pasó, puede tener su comprobante, y todavía no se ve: probá de nuevo más tarde o traelo con ${command}. Si es seguro que es de otra venta, o que no hay ninguno: --despite ${name}.`,
  };
}

/**
 * The other keys that had the decided number before it was freed, where the authority counts it and does not show it: it may have the voucher of one of
 * them. Who looked at the authority's pages for this sale has not seen that one, and its key is sent again as soon as the numbering goes on.
 */
export async function findHiddenOwners(
  claims: Pick<Claims, "listFreed">,
  key: SequenceKey,
  { id, number }: { id: number; number: number },
  { consulted, last }: Pick<LookResult, "consulted" | "last">,
): Promise<FreedNumber[]> {
  if (consulted.outcome !== "absent" || last.outcome !== "known" || last.number < number) return [];
  const freed = await claims.listFreed(key, number, number);
  return freed.filter(({ issuanceId, mayBringSecond }) => issuanceId !== id && mayBringSecond);
}

/** Why such a number is not passed, and the two ways on. */
export function sayHiddenOwner(
  { posNumber, voucherType }: SequenceKey,
  { number, key, issuanceId }: Pick<FreedNumber, "number" | "key" | "issuanceId">,
): LocalizedText {
  const name = nameOfNumber({ posNumber, voucherType, number });
  return {
    en: `Number ${number} may have the voucher of the key ${key} (issuance ${issuanceId}), which had it before, and nobody shows it: that one would be issued again. Look again later. If it is certainly not that one's either, or nobody's: --despite ${name} (beside --reject without --bar, or --renumber).`,
    es: `El número ${number} puede tener el comprobante de la clave ${key} (issuance ${issuanceId}), que lo tuvo antes, y todavía no se ve: esa venta se emitiría otra vez. Probá de nuevo más tarde. Si es seguro que tampoco es de esa, o que no hay ninguno: --despite ${name} (con --reject sin --bar, o con --renumber).`,
  };
}
