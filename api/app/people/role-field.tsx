import { type Role, roles } from "../../../shared/domain/roles.js";
import { Radios } from "../components/radios.js";
import { roleName } from "../spanish/words.js";

/** Source: api/README.md, "The web application". */
const hints: Record<Role, string> = {
  owner: "Todo: además configura puntos de venta, certificados, claves, datos fiscales y personas.",
  issuer: "Además emite, hace notas de crédito, manda correos y sube lotes.",
  reader: "Ve todo y descarga comprobantes y reportes. No emite nada.",
};

/** Role in the company; the least first. */
export const RoleField = ({ value, error }: { value: string; error?: string | undefined }) => (
  <Radios
    name="role"
    label="Qué puede hacer"
    value={value}
    options={roles.toReversed().map((role) => ({ value: role, label: roleName(role), hint: hints[role] }))}
    error={error}
  />
);
