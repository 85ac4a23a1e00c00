import type { Operation } from "../wsfe-operation.js";
import { declareIdle, findIdle } from "./no-movement.js";
import { reportVouchers } from "./report.js";
import { findCode, requestCode } from "./request-code.js";

/** The operations of CAEA by name. Source: issuer/authority/README.md, section 13.3. */
export const caeaOperations: Record<string, Operation> = {
  FECAEASolicitar: requestCode,
  FECAEAConsultar: findCode,
  FECAEARegInformativo: reportVouchers,
  FECAEASinMovimientoInformar: declareIdle,
  FECAEASinMovimientoConsultar: findIdle,
};
