import { placesOf, type TypedFields } from "../fields/typed.js";
import type { ApiClient } from "../frame/api-client.js";
import { fillFinalConsumer, fillReceiver } from "./fill-in.js";
import type { VoucherFormOptions } from "./form-options.js";
import type { FormView } from "./form-page.js";
import { addLine, removeLine } from "./lines.js";

/** The form after a button was clicked, and what is shown beside it. */
export interface Change extends Partial<Omit<FormView, "typed">> {
  typed: TypedFields;
  /** Whether everything that is still wrong is shown beside its field. */
  isReview?: boolean;
}

/**
 * Applies a button of the form to it; issuing is none of them. None of them sends anything to the authority.
 * @param place what follows the button's name: of `remove-line:2` the line
 */
export async function change(
  verb: string,
  place: string,
  typed: TypedFields,
  desk: VoucherFormOptions,
  api: ApiClient,
): Promise<Change> {
  switch (verb) {
    case "add-line": {
      const longer = addLine(typed);
      return { typed: longer, newPlace: placesOf(longer, "items").at(-1) };
    }
    case "remove-line":
      return { typed: removeLine(typed, Number(place)) };
    case "add-tribute":
    case "add-optional":
    case "add-buyer":
      // The form always has one more row than is filled in.
      return { typed, isMoreOpen: true };
    case "final-consumer":
      return { typed: fillFinalConsumer(typed), isFilled: true };
    case "look-up": {
      const { typed: filled, said } = await fillReceiver(api, typed, desk);
      // Who has gone on to another field stays there.
      return { typed: filled, receiverSaid: said, isFilled: said?.tone === "success" && place !== "meanwhile" };
    }
    default:
      return { typed, isReview: true };
  }
}
