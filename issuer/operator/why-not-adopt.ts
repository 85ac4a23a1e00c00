import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { nameOfNumber, type VoucherName } from "../../shared/domain/voucher-name.js";

/** Another key without a voucher, whose own a voucher may be. */
export interface OtherOwner {
  issuanceId: number;
  key: string;
}

/** Why a voucher is not given to a sale: it may be that of these other keys. */
export interface WhyNotAdopt {
  voucher: VoucherName;
  /** The point of sale of the sale, which is another under CAEA. */
  salePos: number;
  owners: OtherOwner[];
}

/**
 * Whether a voucher may be another key's, so that a sale takes it by a further word alone: a person names the voucher as none of theirs. Else one
 * voucher would be told to the wrong key, and the other's sale issued again. Source: issuer/README.md, section 3, "A voucher under another number".
 */
export function whyNotAdopt(
  { voucher, salePos, owners }: WhyNotAdopt,
  named: readonly VoucherName[],
): WhyNotAdopt | undefined {
  if (owners.length === 0 || named.some((one) => nameOfNumber(one) === nameOfNumber(voucher))) return undefined;
  const byId = new Map(owners.map((one) => [one.issuanceId, one]));
  return { voucher, salePos, owners: [...byId.values()] };
}

/** More would fill the screen. */
const maxTold = 20;

export function sayWhyNotAdopt({ voucher, salePos, owners }: WhyNotAdopt): LocalizedText {
  const name = nameOfNumber(voucher);
  const told = owners.slice(0, maxTold);
  const more = owners.length - told.length;
  const listed = (nameOf: (one: OtherOwner) => string, or: string, andMore: string) =>
    told.map(nameOf).join(` ${or} `) + (more > 0 ? ` ${andMore}` : "");
  const en = listed(({ key, issuanceId }) => `the key ${key} (issuance ${issuanceId})`, "or", `or ${more} more`);
  const es = listed(({ key, issuanceId }) => `la clave ${key} (issuance ${issuanceId})`, "o", `o ${more} más`);
  const pos = voucher.posNumber === salePos ? "" : ` --number-pos ${voucher.posNumber}`;
  const word = `--adopt --number ${voucher.number}${pos} --despite ${name}`;
  return {
    en: `The voucher ${name} may be that of ${en}, which was sent with the same and has no voucher here. Look with issuance show whose it is. If it is certainly this sale's: ${word}.`,
    es: `El comprobante ${name} puede ser el de ${es}: se envió con lo mismo y acá no tiene comprobante. Mirá con issuance show de quién es. Si es seguro que es el de esta venta: ${word}.`,
  };
}
