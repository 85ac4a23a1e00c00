import { foreseen } from "../refusal.js";
import { type Prediction, when } from "./problem.js";

const noteField = "associatedVouchers.#.voucherType";

export const activityRefusals = {
  twice: foreseen(
    10221,
    "activities.#.id",
    "the same activity stands there twice",
    "La misma actividad está dos veces: quitá una.",
  ),
  meat: foreseen(
    10228,
    noteField,
    "delivery note 995 is of meat: send in activities the activity of meat that it belongs to",
    "El remito es cárnico: indicá la actividad cárnica de la venta.",
  ),
  flour: foreseen(
    10229,
    noteField,
    "delivery notes 993 and 994 are of flour: send in activities the activity of flour that they belong to",
    "El remito es harinero: indicá la actividad harinera de la venta.",
  ),
  tobacco: foreseen(
    10230,
    noteField,
    "delivery note 88 is of tobacco: send in activities the activity of tobacco that it belongs to",
    "El remito es de tabaco: indicá la actividad de tabaco de la venta.",
  ),
};
const refusals = activityRefusals;

const refusalOfNote = new Map([
  [995, refusals.meat],
  [993, refusals.flour],
  [994, refusals.flour],
  [88, refusals.tobacco],
]);

/**
 * Only the authority knows which activities are of meat, flour or tobacco. So a missing activity is foreseen only for a voucher that names
 * no activity at all. Source: issuer/authority/README.md, section 17.3.
 */
export const predictActivities: Prediction = ({ body: { activities = [], associatedVouchers } }) => [
  ...activities.flatMap(({ id }, index) =>
    when(activities.findIndex((one) => one.id === id) < index, refusals.twice, { field: `activities.${index}.id` }),
  ),
  ...associatedVouchers.flatMap(({ voucherType }, index) => {
    const refusal = activities.length === 0 ? refusalOfNote.get(voucherType) : undefined;
    return refusal ? when(true, refusal, { field: `associatedVouchers.${index}.voucherType` }) : [];
  }),
];
