import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { isPublicAddress } from "../../shared/domain/public-address.js";

/** A name that leads to an address which webhooks must not reach. */
export class NotPublicError extends Error {
  override name = "NotPublicError";
  constructor(address: string) {
    super(`the address ${address} is not public`);
  }
}

/**
 * Looks a name up for one connection, which then goes to the very addresses that were checked here. One address that is not public
 * refuses the name with all its addresses: who mixes them has a mistake or a plan.
 *
 * Asks the DNS servers, and neither `/etc/hosts` nor search domains, which hold internal names. Unlike `dns.lookup` it keeps none of
 * the process's few threads busy while a name server does not answer.
 */
export function publicLookup(
  resolver: Pick<Resolver, "resolve4" | "resolve6"> = new Resolver({ timeout: 2_500, tries: 2 }),
  isPublic: (address: string) => boolean = isPublicAddress,
): LookupFunction {
  return (hostname, { all }, callback) => {
    findAddresses(resolver, hostname).then(
      (addresses) => {
        const refused = addresses.find(({ address }) => !isPublic(address));
        const [first] = addresses;
        if (refused || !first) callback(new NotPublicError(refused?.address ?? hostname), []);
        else if (all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

/** @throws the error of the IPv4 question when neither question has an answer */
async function findAddresses(
  resolver: Pick<Resolver, "resolve4" | "resolve6">,
  hostname: string,
): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = [
    ...(four.status === "fulfilled" ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === "fulfilled" ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (found.length === 0 && four.status === "rejected") throw four.reason;
  return found;
}
