import { fromGroup } from "../../support/groups.js";
import { galleryCases } from "./gallery-cases.js";

type Paper = "a4" | "ticket80" | "ticket58";

/** Of all prints those that the gate makes: together they have every part of a voucher, more than one page, copies, and the longest texts. */
const gatePrints: Record<Paper, string[]> = {
  a4: [
    "a-every-rate-and-tribute",
    "a-in-dollars",
    "a-own-look-of-longest-values",
    "b-credit-of-a-period",
    "b-remarks",
    "c-under-caea-on-many-pages",
    "fce-a-cancellation-below",
    "fce-a-to-monotributista-three-copies",
    "huge-amounts",
    "crowded",
    "right-to-left-and-emoji",
  ],
  ticket80: ["a-own-look-of-longest-values", "fce-a-to-monotributista-three-copies"],
  ticket58: ["a-every-rate-and-tribute", "b-remarks"],
};

/** The cases of the gallery to be printed on this paper. */
export const printsOn = (paper: Paper) =>
  fromGroup("prints", Object.entries(galleryCases), ([name]) => gatePrints[paper].includes(name));
