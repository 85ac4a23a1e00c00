import { offeredOptionals } from "../../../shared/domain/optionals/regimes.js";
import { filledPlacesOf, read, type Typed, toCode, toNumber, toText } from "./typed.js";

const cuit = 80;

/** Optional fields, activities and buyers of the form, and the field that stands for each optional field and buyer of the body. */
export function furtherOf(typed: Typed) {
  const own = offeredOptionals.flatMap(({ id }) => {
    const value = toText(read(typed, `optional.${id}`));
    return value === undefined ? [] : [{ id, value, field: `optional.${id}` }];
  });
  const rows = filledPlacesOf(typed, "optionals").map((place) => ({
    id: toText(read(typed, `optionals.${place}.id`)),
    value: toText(read(typed, `optionals.${place}.value`)),
    field: `optionals.${place}`,
  }));
  const optionals = [...own, ...rows];
  const buyers = filledPlacesOf(typed, "buyers");
  const activities = read(typed, "activities")
    .split(/[\s,;]+/)
    .filter((id) => id !== "");
  return {
    body: {
      optionals: orNone(optionals.map(({ id, value }) => ({ id, value }))),
      activities: orNone(activities.map((id) => ({ id: toCode(id) }))),
      buyers: orNone(
        buyers.map((place) => ({
          docType: toCode(read(typed, `buyers.${place}.docType`)) ?? cuit,
          docNumber: read(typed, `buyers.${place}.docNumber`).replace(/[\s.-]/g, ""),
          share: toNumber(read(typed, `buyers.${place}.share`)),
        })),
      ),
    },
    buyers,
    /** A row has a field for the id and one for the value; those of the point of sale have one for both. */
    optionalField(index: number, part: string): string | undefined {
      const field = optionals[index]?.field;
      return field?.startsWith("optionals.") ? `${field}.${part}` : field;
    },
  };
}

const orNone = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined);
