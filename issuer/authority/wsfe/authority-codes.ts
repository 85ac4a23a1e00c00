/** The meaning of the authority's codes. Its texts never decide. Source: issuer/authority/README.md, sections 2.8 and 3. */

/** The authority failed internally: the outcome of the request is unknown. */
export const internalFailureCodes: ReadonlySet<number> = new Set([500, 501, 502]);

/** The access ticket was not accepted. */
export const ticketCodes: ReadonlySet<number> = new Set([600, 601]);

export const nothingFoundCode = 602;

/** In Errors: the number or the date is not the next one. In Observaciones: the date is outside its window. */
export const staleCode = 10016;

/**
 * The company, point of sale or voucher type is not authorized. Waiting does not help.
 * Source: issuer/authority/README.md, sections 3.1, 3.4.
 */
export const entitlementCodes: ReadonlySet<number> = new Set([
  10000, 10001, 10004, 10005, 10006, 10007, 10104, 11000, 11001, 11002,
]);

/**
 * Rules about the declared content only: the same bytes would always be refused. The list excludes rules that also depend on
 * the day, the quotation, the numbering, the company, other vouchers or the registry. (10015 and 10284 depend on the registry: a
 * document that it does not know today may be registered tomorrow.)
 * Source: issuer/authority/README.md, sections 3.2, 4 and 12.4.
 */
export const contentCodes: ReadonlySet<number> = new Set([
  // Receiver: document and VAT condition.
  10013, 10014, 10067, 10069, 10242, 10243, 10246,
  // VAT.
  10018, 10019, 10020, 10021, 10022, 10023, 10051, 10061, 10070, 10071,
  // Tributes.
  10024, 10025, 10026, 10027, 10028, 10029, 10042,
  // Concept and service dates.
  10030, 10031, 10032, 10033, 10035, 10036, 10049,
  // Currency.
  10037, 10039, 10239, 10241,
  // Amounts.
  10043, 10044, 10045, 10046, 10047, 10048, 10056, 10065,
  // Associated vouchers: only the rules about the fields themselves.
  10040, 10057, 10058, 10059, 10060, 10062, 10151, 10153, 10197, 10198, 10208,
  // Credit invoices: which fields they have and how these are written. The rest depends on the day, the buyer or the registers.
  10156,
  10157, 10158, 10159, 10162, 10163, 10165, 10166, 10167, 10168, 10169, 10170, 10171, 10172, 10173, 10175, 10178, 10189,
  10190, 10194, 10196, 10214, 10215, 10216,
  // Optional fields, activities and buyers: which may stand there and how they are written. The rest depends on tables of the
  // authority's, the company and the registers.
  10052,
  10054, 10055, 10064, 10068, 10086, 10088, 10089, 10090, 10091, 10092, 10094, 10095, 10097, 10098, 10099, 10110, 10111,
  10112, 10113, 10114, 10116, 10117, 10118, 10123, 10124, 10125, 10127, 10128, 10129, 10130, 10131, 10132, 10133, 10134,
  10135, 10136, 10137, 10138, 10139, 10140, 10141, 10142, 10143, 10144, 10145, 10146, 10147, 10150, 10218, 10219, 10221,
  10274, 10276, 10280, 10281,
]);

/** Remarks that are never the reason of a refusal. Source: issuer/authority/README.md, section 3.3. */
export const remarkCodes: ReadonlySet<number> = new Set([
  10017, 10041, 10063, 10188, 10209, 10217, 10234, 10235, 10236, 10237, 10238, 10245, 10249, 10283,
]);

/** The codes of a refused request. An answer with only Errors is definitive only if all its codes are of these. */
export const isRefusalCode = (code: number): boolean => code >= 10000 && code <= 10999;

/** The report of a voucher under CAEA: the number is not the next one. Source: issuer/authority/README.md, section 13. */
export const outOfOrderCode = 703;

/** The report came before the first day of the code's validity was over. */
export const tooEarlyCode = 1414;

/** The codes of a refused report. Those below are failures of the service, of the ticket and of queries. */
export const isReportRefusalCode = (code: number): boolean => code >= 700 && code <= 16999;
