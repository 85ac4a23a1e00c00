import { parseUrl } from "../../shared/domain/parse-url.js";

const providerHost = "mercadopago.com.ar";

/**
 * Whether a link leads to the provider's pages. It came over the network, and a person follows it with their money: so it is shown only
 * where its host is the provider's, over https; on this machine, as a simulator of it, also without.
 * @param own the host that the settings name instead, with its port where it has one
 */
export function isCheckoutLink(link: string, own: string | undefined): boolean {
  const url = parseUrl(link);
  if (!url || url.username || url.password) return false;
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isHere)) return false;
  if (own !== undefined) return url.host === own;
  return url.host === providerHost || url.host.endsWith(`.${providerHost}`);
}
