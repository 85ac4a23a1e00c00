import { z } from "zod";
import { parseUrl } from "../domain/parse-url.js";
import { isLoopback } from "./loopback.js";

/** Host names, separated by commas, to which production may speak http. */
export const httpHosts = z
  .string()
  .transform((text) => text.split(",").map((host) => host.trim().toLowerCase()))
  .pipe(z.array(z.string().regex(/^[a-z0-9._-]+$/, { error: "host names, separated by commas, without port" })))
  .optional();

type ProductionUrl = (typeof productionUrls)[number];
type Settings = { [Name in ProductionUrl | "TAXAUTH_HTTP_HOSTS"]?: unknown };
type SettingFault = { path: string[]; error: string; when: () => boolean };

/** The settings, with each production address held to https. */
export const withHttpsProduction = <T extends z.ZodObject>(settings: T): T =>
  productionUrls.reduce((held, name) => held.refine(...mustBeHttps(name)), settings);

const productionUrls = [
  "TAXAUTH_PRODUCTION_WSAA_URL",
  "TAXAUTH_PRODUCTION_WSFE_URL",
  "TAXAUTH_PRODUCTION_PADRON_A5_URL",
  "TAXAUTH_PRODUCTION_PADRON_A13_URL",
  "TAXAUTH_PRODUCTION_FECRED_URL",
] as const;

/**
 * The arguments of `refine` with which a production address must be https: what goes there authorizes real vouchers, and its ticket
 * would let anybody issue more. Allowed all the same: this machine, and a host that the operator names.
 */
const mustBeHttps = (name: ProductionUrl): [(settings: Settings) => boolean, SettingFault] => [
  ({ [name]: url, TAXAUTH_HTTP_HOSTS: named }) => {
    const parsed = typeof url === "string" ? parseUrl(url) : undefined;
    if (!parsed) return true; // told as another fault
    const { protocol, hostname } = parsed;
    return protocol === "https:" || isLoopback(hostname) || (Array.isArray(named) && named.includes(hostname));
  },
  // Also when other settings are faulty: every fault is told at once.
  { path: [name], error: "must be https; TAXAUTH_HTTP_HOSTS can name its host to allow http", when: () => true },
];
