import type { Rule } from "./finding.js";

/** The `findings` of the settings: codes of registers or rules that the simulator does not have. */
export const scriptedRules: Rule = ({ voucher, pos, type, cuit, settings }) =>
  settings.findings
    .filter(
      (scripted) =>
        (scripted.cuit === undefined || scripted.cuit === cuit) &&
        (scripted.pos === undefined || scripted.pos === pos) &&
        (scripted.type === undefined || scripted.type === type) &&
        (scripted.number === undefined || scripted.number === voucher.CbteDesde) &&
        (scripted.docNumber === undefined || scripted.docNumber === String(voucher.DocNro)),
    )
    .map(({ code, msg, observation }) => ({ code, msg, ...(observation ? { observation: true as const } : {}) }));
