import { toDetail } from "../../../issuer/authority/wsfe/cae-request.js";
import { toContent } from "../../../issuer/authority/wsfe/content.js";
import type { Declaration } from "../../../shared/domain/declaration.js";
import type { FurtherData } from "../../../shared/domain/further-data.js";

/** What few vouchers declare: a school's fee that one or another pays, or goods that two buy for an activity. */
export type Further = "none" | "school" | "school of another" | "joint";

const payer = (docNumber: string) => ({
  optionals: [
    { id: "10", value: "1" },
    { id: "1011", value: "96" },
    { id: "1012", value: docNumber },
  ],
});

const data: Record<Further, FurtherData> = {
  none: {},
  school: payer("28111222"),
  "school of another": payer("30111222"),
  joint: {
    optionals: [{ id: "23", value: "OC Ñ-17" }],
    activities: [{ id: 620_100 }],
    buyers: [
      { docType: 80, docNumber: "30500010912", share: 66.67 },
      { docType: 86, docNumber: "20222222223", share: 33.33 },
    ],
  },
};

export const toFurther = (further: Further): FurtherData => data[further];

const kinds = Object.keys(data) as Further[];

/** Which of them a body has that `toFurther` made. */
export const furtherOf = (body: FurtherData): Further =>
  kinds.find((kind) => JSON.stringify(data[kind].optionals) === JSON.stringify(body.optionals)) ?? "none";

/** As often as some trades have it. Chosen without chance, so that all else of a run is drawn as before. */
export const furtherOfSale = (place: number): Further => {
  if (place % 4 !== 3) return "none";
  return kinds[1 + (Math.floor(place / 4) % 3)] ?? "none";
};

const isFurther = (field: string) => /^(Opcionales|Actividades|Compradores)\./.test(field);

/** The declared fields by the authority's names, as the product compares them. */
export const furtherContent = (declared: Declaration): Record<string, string> => {
  const { optionals, activities, buyers } = declared;
  if (optionals.length === 0 && !activities && !buyers) return {};
  return furtherIn(toContent(toDetail({ number: 1, declared: { ...declared, docNumber: "0" } })));
};

export const furtherIn = (content: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(content).filter(([field]) => isFurther(field)));

export const isSameFurther = (a: Record<string, string>, b: Record<string, string>): boolean => {
  const [one, other] = [furtherIn(a), furtherIn(b)];
  const fields = Object.keys(one);
  return fields.length === Object.keys(other).length && fields.every((field) => one[field] === other[field]);
};
