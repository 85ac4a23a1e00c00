import { expect, test } from "vitest";
import { isPublicAddress } from "../../../../shared/domain/public-address.js";
import { sayUrlProblem, webhookUrlProblem } from "../../../../shared/domain/webhook-url.js";

function problemOf(url: string, allowPrivate: boolean): string | undefined {
  const problem = webhookUrlProblem(url, allowPrivate);
  return problem && sayUrlProblem(problem).en;
}

/** From each special range its first and its last address, or what is known by name. Source: IANA special-purpose registries. */
const special = `
  0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.1 127.255.255.255 169.254.0.0 169.254.169.254
  169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.0 192.168.255.255 198.18.0.0
  198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 100.100.100.200 168.63.129.16
  :: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:8.8.8.8 64:ff9b::10.0.0.1 64:ff9b::8.8.8.8 64:ff9b:1::1 100::1
  2001::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1:: 2002:808:808:: 3fff::1 4000::1 5f00::1 fc00::1 fd00:ec2::254
  fe80::1 fec0::1 ff02::1`
  .trim()
  .split(/\s+/);

test.each(special)("%s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["text", "", "1.2.3", "134744072", "0x08080808", "010.8.8.8", "8.8.8.8 ", "8.8.8.8/24", "fe80::1%lo"])(
  "%s is no address",
  (text) => {
    expect(isPublicAddress(text)).toBe(false);
  },
);

test.each([
  "8.8.8.8",
  "9.255.255.255",
  "100.63.255.255",
  "100.128.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "200.10.20.30",
  "223.255.255.255",
  "2606:4700::6810:84e5",
  "2800:a4::1",
])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  "https://example.com/hook",
  "HTTPS://Example.COM:8443/hook?a=b#c",
  "https://example.com./hook",
  "https://ñandú.com.ar/hook@home",
  "https://8.8.8.8/hook",
  "https://[2606:4700::6810:84e5]:444/",
  `https://example.com/${"x".repeat(2028)}`,
])("%s may be a webhook's address", (url) => {
  expect(webhookUrlProblem(url, false)).toBeUndefined();
});

test.each([
  "https://redis-1.talonario_data/",
  "https://api.default.svc/",
  "https://api.default.svc.cluster.local/",
  "https://router.lan/",
  "https://mail.corp./",
  "https://host.a1/",
  "https://-a.example.com/",
])("%s is no name of a public server", (url) => {
  expect(problemOf(url, false)).toMatch(/^must have a public host, which .+ is not$/);
});

test("with private addresses allowed, http and any host will do, but no user name and no other protocol", () => {
  for (const url of ["http://127.0.0.1:8080/hook", "http://localhost/", "https://10.0.0.1/", "http://[::1]:4000/a?b"])
    expect([url, webhookUrlProblem(url, true)]).toEqual([url, undefined]);
  expect(problemOf("ftp://localhost/", true)).toBe("must begin with https:// or http://");
  expect(problemOf("http://a:b@localhost/", true)).toBe("must have no user name or password");
  expect(problemOf("http://localhost:25/", true)).toBe("must not have port 25, which is another protocol's");
});

test("the length counts before anything else", () => {
  expect(problemOf(`https://example.com/${"x".repeat(2029)}`, false)).toBe("must have at most 2048 characters");
});
