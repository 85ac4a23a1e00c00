import type { SaidPayment } from "../../shared/domain/payments/payment-state.js";
import { type Provider, paymentsOfPage } from "./provider.js";

/** Payments of the account in 30 days that are looked at. */
const maxListed = 10_000;

/** Gives the payments of the account in the last 30 days, page by page. */
export async function* listAccount(provider: Pick<Provider, "listPayments">): AsyncGenerator<SaidPayment> {
  for (let offset = 0; offset < maxListed; offset += paymentsOfPage) {
    const { payments, total } = await provider.listPayments(offset);
    yield* payments;
    if (offset + paymentsOfPage >= total) return;
  }
}
