import { expect, test } from "vitest";
import { addressGroups } from "../../../api/middleware/address-groups.js";

test.each([
  ["198.51.100.7", ["198.51.100.0/24", "198.51.100.7"]],
  ["2001:db8:1:12ab::/64", ["2001:db8:1::/48", "2001:db8:1:1200::/56", "2001:db8:1:12ab::/64"]],
  ["2001:db8:0:7::/64", ["2001:db8:0::/48", "2001:db8:0:0::/56", "2001:db8:0:7::/64"]],
  ["unknown", ["unknown"]],
])("%s belongs to %j", (address, groups) => {
  expect(addressGroups(address)).toEqual(groups);
});
