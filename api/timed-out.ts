import { ApiError } from "./errors.js";

/** The 504 of a route, given by its method and its pattern below the company. It says what to do next. */
export const timedOut = (method: string, route: string) => new ApiError(504, timedOutMessage(method, route));

export const timedOutMessage = (method: string, route: string) =>
  `The request took too long. ${adviceAfter(method, route)}`;

const issuing = ["/invoices", "/invoices/:id/credit-notes", "/invoices/:id/debit-notes"];

/** A write goes on after its 504, so only what has a key or changes nothing may be sent again at once. */
function adviceAfter(method: string, route: string): string {
  if (method === "POST" && issuing.includes(route)) return "Send it again with the same idempotency key.";
  if (method === "POST" && route === "/invoices/preview") return "Send it again: a preview changes nothing.";
  if (route === "/taxauth/status") return "The tax authority is slow or away: try again in a minute.";
  if (route.startsWith("/taxauth/"))
    return "The tax authority is slow or away: try again in a minute. GET /taxauth/status tells what does not answer.";
  if (method !== "GET") return "It may have been done all the same: look with a GET before you send it again.";
  if (route === "/invoices" || route === "/audit-log")
    return "Narrow the filters, to fewer days for example, or ask for a smaller page with limit; then try again.";
  return "Try again.";
}
