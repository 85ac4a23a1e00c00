import { provinces } from "../../../shared/domain/code-tables/provinces.js";
import { offeredOptionals } from "../../../shared/domain/optionals/regimes.js";

const kinds = offeredOptionals.map(({ id, label }) => ({ value: id, label: `${id} · ${label}` }));

/** The optional fields to choose from. An id that the table does not have stays what it is. @param none the words for no choice */
export const optionalChoices = (none: string, id: string) => [
  { value: "", label: none },
  ...kinds,
  ...(id === "" || kinds.some(({ value }) => value === id) ? [] : [{ value: id, label: id }]),
];

/** The provinces, or none. */
export const stateChoices = [
  { value: "", label: "Sin informar" },
  ...provinces.map(({ id, description }) => ({ value: id, label: description })),
];
