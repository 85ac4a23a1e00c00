import { asLocalized } from "../../shared/domain/localized-text.js";
import { businessFault, notFound } from "../http/errors.js";

/** What an operator asked for and cannot have. The command line speaks English. */
export const notDone = (why: string) => businessFault(asLocalized(why));

/** What an operator named and is not there. */
export const notThere = (why: string) => notFound(asLocalized(why));
