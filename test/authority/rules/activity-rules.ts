import { type ActivityGroup, deliveryNotesOf, findActivity, usualActivity } from "../further-facts.js";
import { isMonotributista, isVatRegistered } from "../registry.js";
import type { Settings } from "../settings.js";
import { type Finding, type Rule, when } from "./finding.js";

const groups = ["meat", "flour", "tobacco"] as const;

/** Whether the activity needs a delivery note, and which, is told by its group. */
const codes: Record<ActivityGroup, { needsNote: number; needsActivity: number; name: string }> = {
  meat: { needsNote: 10225, needsActivity: 10228, name: "Carnica" },
  flour: { needsNote: 10226, needsActivity: 10229, name: "Harinera" },
  tobacco: { needsNote: 10227, needsActivity: 10230, name: "de Tabaco" },
};

/** Of an issuer without a setting: the usual one, where the registry has it as active. */
export const activitiesOf = ({ further }: Settings, cuit: string): number[] =>
  further.activities[cuit] ?? (isMonotributista(cuit) || isVatRegistered(cuit) ? [usualActivity.Id] : []);

/** Source: issuer/authority/README.md, section 17.3. */
export const activityRules: Rule = ({ voucher, cuit, settings }) => {
  const { Actividades: rows, CbtesAsoc, Concepto } = voucher;
  if (rows !== undefined && rows.length === 0)
    return when(true, 10218, "Si informa Actividades es obligatorio informar Actividad.");
  const ids = (rows ?? []).map(({ Id }) => Id);
  const own = activitiesOf(settings, cuit);
  const held = [...new Set(ids.flatMap((id) => findActivity(id)?.group ?? []))];
  const named = (CbtesAsoc ?? []).map(({ Tipo }) => Tipo);
  const isKnown = (id: number) => own.includes(id) || findActivity(id) !== undefined;
  return [
    ...when(ids.includes(0), 10219, "La Actividad no debe estar vacia."),
    ...when(!ids.every((id) => id === 0 || isKnown(id)), 10220, "La actividad debe ser una de FEParamGetActividades."),
    ...when(new Set(ids).size < ids.length, 10221, "Las actividades no deben repetirse."),
    ...when(held.length > 1, 10222, "Las actividades no deben corresponder a distintos grupos."),
    ...when(
      ids.some((id) => isKnown(id) && !own.includes(id)),
      10223,
      "Las actividades deben encontrarse activas para el emisor.",
    ),
    ...when(
      held.includes("meat") && ![1, 3].includes(Concepto),
      10224,
      "Las actividades Carnicas requieren productos.",
    ),
    ...when(
      held.length > 0 && named.length === 0,
      10231,
      "Las actividades reguladas requieren comprobantes asociados.",
    ),
    ...groups.flatMap((group): Finding[] => {
      const { needsNote, needsActivity, name } = codes[group];
      const hasNote = named.some((type) => deliveryNotesOf[group].includes(type));
      return [
        ...when(
          held.includes(group) && named.length > 0 && !hasNote,
          needsNote,
          `La actividad ${name} requiere su remito asociado.`,
        ),
        ...when(hasNote && !held.includes(group), needsActivity, `El remito asociado requiere una actividad ${name}.`),
      ];
    }),
  ];
};
