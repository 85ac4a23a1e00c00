/** The document types of which rules speak. All of them: `code-tables/document-types.ts`. */
export const cuitType = 80;
export const dniType = 96;
/** Nobody is identified: a consumer at a counter. */
export const anonymousType = 99;

/** CUIT, CUIL and CDI: numbers of the same form, with a check digit. */
export const taxIdTypes = [cuitType, 86, 87];
