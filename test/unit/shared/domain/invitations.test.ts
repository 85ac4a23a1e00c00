import { expect, test } from "vitest";
import { invitesStranger } from "../../../../shared/domain/invitations.js";
import { publicMailDomains } from "../../../../shared/domain/public-mail-domains.js";

const rules = { invitations: "production", issuesInProduction: false } as const;

test.each([
  ["somebody of the account's domain", "ana@tienda.example", "caja@TIENDA.example", false],
  ["its domain in Unicode and in ASCII", "ana@ñandú.com.ar", "caja@xn--and-6ma2c.com.ar", false],
  ["a subdomain", "ana@tienda.example", "caja@ventas.tienda.example", true],
  ["another domain", "ana@tienda.example", "caja@ajena.example", true],
  ["who shares a public provider with the account", "ana@gmail.com", "eva@gmail.com", true],
  ["the same by another of its names", "ana@gmail.com", "eva@googlemail.com", true],
  ["the provider's domain in capitals", "ana@Gmail.com", "eva@GMAIL.COM", true],
  ["a provider's domain of a country", "ana@hotmail.com.ar", "eva@hotmail.com.ar", true],
  ["a provider's domain of another country", "ana@yahoo.co.uk", "eva@yahoo.co.uk", true],
  ["a provider of Internet access", "ana@fibertel.com.ar", "eva@fibertel.com.ar", true],
  ["the account itself, wherever it is", "ana@gmail.com", "Ana@gmail.com", false],
  ["a company whose name begins as a provider's", "ana@outlook.tienda.example", "eva@outlook.tienda.example", false],
])("before production an owner invites %s", (_, accountEmail, email, isStranger) => {
  expect(invitesStranger(email, { accountEmail, ...rules })).toBe(isStranger);
});

test("each of the public providers is a domain in small letters, named once", () => {
  const names = [...publicMailDomains];
  expect(names.length).toBeGreaterThan(150);
  expect(names.filter((name) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name))).toEqual([]);
  expect(names.filter((name) => invitesStranger(`a@${name}`, { accountEmail: `b@${name}`, ...rules }))).toEqual(names);
});
