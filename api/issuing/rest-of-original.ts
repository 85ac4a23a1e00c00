import { findLinedCredits } from "../../shared/db/issuing/lined-credits.js";
import { amountsOfRest } from "../../shared/domain/rest-of-original.js";
import type { IssuingDeps } from "./deps.js";
import type { IssuingRequest } from "./issuing-request.js";

/**
 * A credit note of items, with the amounts that are left of its original where its items are what is left. Two such notes at once may both
 * take them: the record bounds what they credit together. Source: api/README.md, "Credit notes".
 */
export async function withAmountsOfRest<Request extends Pick<IssuingRequest, "caller" | "body" | "amounts" | "noteOf">>(
  { issuing }: Pick<IssuingDeps, "issuing">,
  request: Request,
): Promise<Request> {
  const { caller, body, amounts, noteOf } = request;
  if (noteOf?.kind !== "credit" || noteOf.isFull || noteOf.original.isImported) return request;
  const { original } = noteOf;
  const credits = await findLinedCredits(issuing.of(caller), caller, original);
  if (!credits) return request;
  const { items, priceIncludesVat } = original.payload;
  const whole = { items, priceIncludesVat, currency: original.currency, amounts: original.amounts };
  return { ...request, amounts: amountsOfRest(whole, credits, { ...body, amounts }) };
}
