import ipaddr from "ipaddr.js";

/** Addresses allotted as public that yet answer inside a cloud. Source: Azure documentation, "What is IP address 168.63.129.16?". */
const cloudAddresses = new Set(["168.63.129.16"]);

/** Only these IPv6 addresses are allotted to the public. Source: IANA, "Internet Protocol Version 6 Address Space". */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an IPv4 or IPv6 address belongs to the public Internet. Private, shared, loopback, link-local, multicast, documentation
 * and every other special address does not, nor an IPv6 address that stands for an IPv4 one (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  // Forms such as 10.1 and 0x7f.1 are no addresses here: a resolver never answers them, and `URL` has written them out.
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  return address instanceof ipaddr.IPv6 ? address.match(globalUnicast) : !cloudAddresses.has(address.toString());
}
