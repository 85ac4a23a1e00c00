import { cuitType } from "../../../shared/domain/document-type.js";
import { offeredOptionals } from "../../../shared/domain/optionals/regimes.js";
import { buyers as buyerList, optionals as optionalList } from "../../schemas/further-data.js";
import { activitiesOf, partOf, read, type TypedFields } from "../fields/typed.js";
import { filledPlacesOf } from "./lines.js";

/** Optional fields, activities and buyers of the form, and the field that stands for each optional field and buyer of the body. */
export function furtherOf(typed: TypedFields) {
  const own = offeredOptionals.flatMap(({ id }) => {
    const value = read(typed, `optional.${id}`);
    return value === "" ? [] : [{ id, value, field: `optional.${id}` }];
  });
  const rows = filledPlacesOf(typed, "optionals").map((place) => ({
    ...partOf(optionalList.element, typed, `optionals.${place}`),
    field: `optionals.${place}`,
  }));
  const optionals = [...own, ...rows];
  const buyers = filledPlacesOf(typed, "buyers");
  return {
    body: {
      optionals: orNone(optionals.map(({ field: _, ...optional }) => optional)),
      activities: orNone(activitiesOf(typed)),
      buyers: orNone(
        buyers.map((place) => {
          const { docType, ...buyer } = partOf(buyerList.element, typed, `buyers.${place}`);
          return {
            docType: docType ?? cuitType,
            ...buyer,
            docNumber: digitsOf(read(typed, `buyers.${place}.docNumber`)),
          };
        }),
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

/** A document without the dashes, points and blanks that it is written with. */
export const digitsOf = (document: string): string => document.replace(/[\s.-]/g, "");

export const orNone = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined);
