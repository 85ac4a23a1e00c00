import { randomUUID } from "node:crypto";

/** A key of its own for each form of a credit note: however often the form is sent, it makes one note. */
export const newCreditKey = (id: number): string => `app-credit-${id}-${randomUUID()}`;
