import { findOptionalKind, type OptionalFormat, type OptionalKind } from "./optional-kinds.js";

/** A further field of a voucher, by the authority's number of it. */
export interface Optional {
  id: string;
  value: string;
}

/** Fields of credit invoices: they stand in `fce` and are refused elsewhere. */
export const fceOptionalIds: readonly string[] = ["22", "27", "2101", "2102"];

/** Values that no id may exceed, whatever the table says of it. */
export const maxOptionalLength = 250;

/** The format that a value should have and has not; undefined for a sound one, and for an id that no table has. */
export function findBrokenFormat({ id, value }: Optional): OptionalFormat | undefined {
  const kind = findOptionalKind(id);
  return kind && !hasFormat(value, kind.format) ? kind.format : undefined;
}

function hasFormat(value: string, format: OptionalFormat): boolean {
  switch (format.kind) {
    case "choice":
      return format.values.includes(value);
    case "digits":
      return (
        (/^\d+$/.test(value) && value.length >= format.min && value.length <= format.max) ||
        (format.orZero === true && value === "0")
      );
    case "text":
      return [...value].length <= format.max;
  }
}

/** Whether a voucher of this type may have the id. One that no table has is the authority's to judge. */
export const mayHave = (voucherType: number, id: string): boolean => isOfType(findOptionalKind(id), voucherType);

const isOfType = (kind: OptionalKind | undefined, voucherType: number) =>
  kind === undefined || kind.types === null || kind.types.includes(voucherType);

/** The values of an id, in their order. */
export const valuesOf = (optionals: readonly Optional[], id: string): string[] =>
  optionals.flatMap((one) => (one.id === id ? one.value : []));

/** Fields that the norm wants on the page, with their printed names. Source: shared/domain/optionals/optional-kinds.ts. */
export const printedOptionals = (optionals: readonly Optional[]): { label: string; value: string }[] =>
  optionals.flatMap(({ id, value }) => {
    const label = findOptionalKind(id)?.printed;
    return label === undefined ? [] : [{ label, value }];
  });
