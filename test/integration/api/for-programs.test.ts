import { afterAll, beforeAll, expect, test } from "vitest";
import { guideNames } from "../../../api/docs/read-guide.js";
import { argentineDay, toFiscalDate } from "../../../shared/domain/calendar.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";

let system: Awaited<ReturnType<typeof openIssuingApp>>;
let operations: string[];
beforeAll(async () => {
  system = await openIssuingApp();
  const { paths } = (await (await system.app.request("/openapi.json")).json()) as { paths: Record<string, object> };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
});
afterAll(() => system[Symbol.asyncDispose]());

interface Item {
  name: string;
  request: {
    method: string;
    header: { key: string; value: string; disabled?: boolean }[];
    url: { raw: string; path: string[]; variable: { key: string; value: string }[]; query: { disabled: boolean }[] };
    body?: { mode: string; raw?: string };
  };
}

interface Collection {
  info: { schema: string };
  auth: { bearer: { key: string; value: string }[] };
  variable: { key: string; value: string }[];
  item: { name: string; item: Item[] }[];
}

const readCollection = async () => (await (await system.app.request("/postman.json")).json()) as Collection;

test("the Postman collection has every operation once, by tag", async () => {
  const { info, item } = await readCollection();
  const listed = item.flatMap((folder) =>
    folder.item.map(({ request: { method, url } }) => {
      const path = url.path
        .join("/")
        .replace("{{company}}", "{company_id}")
        .replaceAll(/:(\w+)/g, "{$1}");
      expect(url.raw).toBe(`{{baseUrl}}/${url.path.join("/")}`);
      return `${method} /${path}`;
    }),
  );
  expect(info.schema).toBe("https://schema.getpostman.com/json/collection/v2.1.0/collection.json");
  expect(listed.sort()).toEqual([...operations].sort());
  expect(new Set(item.map(({ name }) => name)).size).toBe(item.length);
});

test("nothing in the collection is sent that the user did not choose: filters and headers wait", async () => {
  for (const { item } of (await readCollection()).item)
    for (const { name, request } of item) {
      const active = [...request.url.query, ...request.header.filter(({ key }) => key !== "Content-Type")];
      expect([name, active.filter(({ disabled }) => !disabled)]).toEqual([name, []]);
    }
});

test("a request of the collection works as it is, once its variables are set", async () => {
  const { auth, item, variable } = await readCollection();
  const values = new Map(variable.map(({ key, value }) => [key, value]));
  values.set("key", system.keys.keys.test).set("today", toFiscalDate(argentineDay(Date.now())));
  const fill = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values.get(name) ?? "");
  const send = (summary: string) => {
    const found = item.flatMap((folder) => folder.item).find(({ name }) => name === summary);
    if (!found) throw new Error(`nothing named ${summary}`);
    const { method, header, url, body } = found.request;
    const headers = header.filter(({ disabled }) => !disabled).map(({ key, value }): [string, string] => [key, value]);
    return system.app.request(fill(url.raw), {
      method,
      headers: [...headers, ["authorization", `Bearer ${fill(auth.bearer[0]?.value ?? "")}`]],
      ...(body?.raw && { body: fill(body.raw) }),
    });
  };
  const previewed = await send("Preview a voucher");
  expect([previewed.status, await previewed.json()]).toMatchObject([200, { ok: true, result: { problems: [] } }]);
  const issued = await send("Issue a voucher");
  expect([issued.status, await issued.json()]).toMatchObject([201, { ok: true, result: { idempotencyHit: false } }]);
  const again = await send("Issue a voucher");
  expect([again.status, await again.json()]).toMatchObject([200, { ok: true, result: { idempotencyHit: true } }]);
});

test("llms.txt has a title, a summary, every guide and every operation, and its links lead somewhere", async () => {
  const answer = await system.app.request("/llms.txt");
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; ?charset=utf-8$/i);
  const text = await answer.text();
  expect(text).toMatch(/^# Talonario\n\n> Electronic vouchers/);
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target = ""]) => target);
  expect(links).toEqual(expect.arrayContaining(guideNames.map((name) => `/docs/guides/${name}.md`)));
  for (const link of new Set(links)) expect([link, (await system.app.request(link)).status]).toEqual([link, 200]);
  const named = [...text.matchAll(/^- `([A-Z]+) \/api(\S+)`:/gm)].map(([, method, path]) => `${method} ${path}`);
  expect(named.sort()).toEqual([...operations].sort());
});

test("a guide as Markdown has its examples in it", async () => {
  for (const name of guideNames) {
    const text = await (await system.app.request(`/docs/guides/${name}.md`)).text();
    expect(text).toMatch(/^# /);
    expect([name, text.match(/\]\(examples\//)]).toEqual([name, null]);
  }
  const first = await (await system.app.request("/docs/guides/first-voucher.md")).text();
  expect(first).toMatch(/```sh\n[\s\S]*curl[\s\S]*\n```/);
});
