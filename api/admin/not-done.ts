import { asLocalized } from "../../shared/domain/localized-text.js";
import { businessFault, notFound } from "../http/errors.js";

/** Refusal of an operator's request that cannot be done. The command line speaks English. */
export const notDone = (why: string) => businessFault(asLocalized(why));

/** Refusal: an operator named something that is not there. */
export const notThere = (why: string) => notFound(asLocalized(why));
