import type { SelectedPage } from "../../shared/db/listing/listing.js";
import type { Webhook } from "../../shared/db/webhooks/endpoints.js";
import { type DeliveryFailure, disabledReasons, sayFailure } from "../../shared/domain/delivery-failure.js";
import type { Say } from "../http/answer-language.js";

// Why an endpoint failed is kept as a value. Here it gets its words.

/** A delivery as the database writes it. */
interface KeptDelivery {
  attempts: { error: DeliveryFailure | null }[];
}

const withWords = (delivery: KeptDelivery, say: Say) => ({
  ...delivery,
  attempts: delivery.attempts.map((attempt) => ({
    ...attempt,
    error: attempt.error && say(sayFailure(attempt.error)),
  })),
});

export const sayDeliveries = ({ total, rows }: SelectedPage, say: Say): SelectedPage => {
  const deliveries = JSON.parse(rows) as KeptDelivery[];
  return { total, rows: JSON.stringify(deliveries.map((delivery) => withWords(delivery, say))) };
};

/** Delivery with its words, as JSON. The payload that was sent is passed on as it is. */
export const sayDelivery = ({ row, payload }: { row: string; payload: string }, say: Say): string => {
  const json = JSON.stringify(withWords(JSON.parse(row), say));
  return `${json.slice(0, -1)},"payload":${payload}}`;
};

export const sayWebhook = ({ disabledReason, ...webhook }: Webhook, say: Say) => ({
  ...webhook,
  disabledReason: disabledReason && say(disabledReasons[disabledReason]),
});
