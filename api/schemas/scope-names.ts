import type { Scope } from "../../shared/db/company/caller.js";

/** Names that a person reads for the scopes of an API key. */
export const scopeNames: Record<Scope, string> = { read: "Consultar", issue: "Emitir", configure: "Configurar" };
