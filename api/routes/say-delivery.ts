import type { SelectedPage } from "../../shared/db/listing/listing.js";
import type { Webhook } from "../../shared/db/webhooks/endpoints.js";
import { type DeliveryFailure, disabledReasons, sayFailure } from "../../shared/domain/delivery-failure.js";
import type { Translate } from "../http/answer-language.js";

// Why an endpoint failed is kept as a value. Here it gets its words.

/** A delivery as the database writes it. */
interface KeptDelivery {
  attempts: { error: DeliveryFailure | null }[];
}

const withWords = (delivery: KeptDelivery, translate: Translate) => ({
  ...delivery,
  attempts: delivery.attempts.map((attempt) => ({
    ...attempt,
    error: attempt.error && translate(sayFailure(attempt.error)),
  })),
});

export const sayDeliveries = ({ total, rows }: SelectedPage, translate: Translate): SelectedPage => {
  const deliveries = JSON.parse(rows) as KeptDelivery[];
  return { total, rows: JSON.stringify(deliveries.map((delivery) => withWords(delivery, translate))) };
};

/** Delivery with its words, as JSON. The payload that was sent is passed on as it is. */
export const sayDelivery = ({ row, payload }: { row: string; payload: string }, translate: Translate): string => {
  const json = JSON.stringify(withWords(JSON.parse(row), translate));
  return `${json.slice(0, -1)},"payload":${payload}}`;
};

export const sayWebhook = ({ disabledReason, ...webhook }: Webhook, translate: Translate) => ({
  ...webhook,
  disabledReason: disabledReason && translate(disabledReasons[disabledReason]),
});
