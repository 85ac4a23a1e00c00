import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { guideNames } from "../../../api/docs/read-guide.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";

const system = await openForFile(openIssuingApp);
const { paths } = (await (await system.app.request("/openapi.json")).json()) as { paths: Record<string, object> };
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);

interface Script {
  listen: "prerequest" | "test";
  script: { exec: string[] };
}

interface Item {
  name: string;
  event?: Script[];
  request: {
    method: string;
    header: { key: string; value: string; disabled?: boolean }[];
    url: {
      raw: string;
      path: string[];
      variable: { key: string; value: string }[];
      query: { key: string; value: string; disabled?: boolean }[];
    };
    body?: { mode: string; raw?: string };
  };
}

interface Collection {
  info: { schema: string };
  event: Script[];
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

test("nothing in the collection is sent that the user did not choose, but what is required", async () => {
  for (const { item } of (await readCollection()).item)
    for (const { name, request } of item) {
      const active = [...request.url.query, ...request.header.filter(({ key }) => key !== "Content-Type")]
        .filter(({ disabled }) => !disabled)
        .map(({ key }) => key);
      expect([name, active.filter((key) => key !== "period")]).toEqual([name, []]);
    }
});

/** A runner of collections, as far as ours needs one: variables, scripts before and after a request, and skipping it. */
async function openRunner(values: Record<string, string>) {
  const { auth, event, item, variable } = await readCollection();
  const variables = new Map(variable.map(({ key, value }) => [key, values[key] ?? value]));
  const fill = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => variables.get(name) || whole);
  const run = (scripts: Script[] | undefined, listen: Script["listen"], pm: object) => {
    for (const each of scripts ?? [])
      if (each.listen === listen) runInNewContext(`(() => { ${each.script.exec.join("\n")} })()`, { pm, Date });
  };
  const send = async ({ event: own, request }: Item): Promise<Response | undefined> => {
    const { method, header, url, body } = request;
    let isSkipped = false;
    const pm = {
      variables: { get: (name: string) => variables.get(name), replaceIn: fill },
      collectionVariables: {
        get: (name: string) => variables.get(name),
        set: (name: string, value: unknown) => variables.set(name, String(value)),
      },
      request: { url: { variables: { all: () => url.variable } } },
      execution: {
        skipRequest: () => {
          isSkipped = true;
        },
      },
    };
    run(event, "prerequest", pm);
    run(own, "prerequest", pm);
    if (isSkipped) return undefined;
    const inPath = new Map(url.variable.map(({ key, value }) => [`:${key}`, fill(value)]));
    const target = new URL(fill(url.raw).replaceAll(/:[A-Za-z]+(?=\/|$)/g, (name) => inPath.get(name) ?? name));
    for (const { key, value, disabled } of url.query) if (!disabled) target.searchParams.set(key, fill(value));
    const headers = header.filter(({ disabled }) => !disabled).map(({ key, value }): [string, string] => [key, value]);
    const answer = await system.app.request(target.href, {
      method,
      headers: [...headers, ["authorization", `Bearer ${fill(auth.bearer[0]?.value ?? "")}`]],
      ...(body?.raw && { body: fill(body.raw) }),
    });
    const text = await answer.clone().text();
    run(own, "test", { ...pm, response: { headers: answer.headers, json: () => JSON.parse(text) } });
    return answer;
  };
  const items = item.flatMap((folder) => folder.item);
  const named = (summary: string) => {
    const found = items.find(({ name }) => name === summary);
    if (!found) throw new Error(`nothing named ${summary}`);
    return send(found);
  };
  return { items, send, named };
}

test("a request of the collection works as it is, once its variables are set", async () => {
  const { named } = await openRunner({ key: system.keys.keys.test });
  const bodyOf = async (summary: string) => {
    const answer = await named(summary);
    return [answer?.status, await answer?.json()];
  };
  expect(await bodyOf("Preview a voucher")).toMatchObject([200, { ok: true, result: { problems: [] } }]);
  expect(await bodyOf("Issue a voucher")).toMatchObject([201, { ok: true, result: { idempotencyHit: false } }]);
  expect(await bodyOf("Issue a voucher")).toMatchObject([200, { ok: true, result: { idempotencyHit: true } }]);
  expect(await bodyOf("Get a voucher")).toMatchObject([200, { ok: true }]);
});

test("the whole collection runs as it is, and configures nothing before it is told to", async () => {
  // As npm start gives it to the company of its examples: IVA Simple has no files without one.
  await system.db.company.update({ where: { code: "demo" }, data: { activityCode: "471130" } });
  const settings = async () => (await system.get("/fiscal-data")).body.result;
  const changes = async () => (await system.get("/audit-log?action=fiscaldata.update")).body.total;
  const before = await settings();
  const changedBefore = await changes();
  const statusesOf = async (values: Record<string, string>) => {
    const { items, send } = await openRunner({ key: system.keys.keys.test, ...values });
    const statuses: [string, number][] = [];
    for (const item of items) {
      const answer = await send(item);
      if (answer) statuses.push([item.name, answer.status]);
    }
    return statuses;
  };
  const statuses = await statusesOf({});
  expect(await settings()).toEqual(before);
  expect(await changes()).toBe(changedBefore);
  // No authority answers here, a voucher under CAE has no report to be tried again, and the company is no monotributista.
  const expected = ["Report a voucher again", "How a monotributista stands"];
  const unexpected = statuses.filter(
    ([name, status]) => status >= 300 && ![409, 500, 502].includes(status) && !expected.includes(name),
  );
  expect(unexpected).toEqual([]);
  expect(statuses.length).toBeGreaterThan(25);
  expect((await statusesOf({ configure: "yes" })).length).toBeGreaterThan(statuses.length + 10);
  expect(await settings()).not.toEqual(before);
});

test.each([
  ["", "Electronic vouchers", "/llms.txt?lang=es"],
  ["?lang=es", "Comprobantes electrónicos", "/llms.txt?lang=en"],
])(
  "llms.txt%s has a title, a summary, every guide and every operation, and its links lead somewhere, one to the other language",
  async (query, summary, other) => {
    const answer = await system.app.request(`/llms.txt${query}`);
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain; ?charset=utf-8$/i);
    const text = await answer.text();
    expect(text).toMatch(new RegExp(`^# Talonario\\n\\n> ${summary}`));
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target = ""]) => target);
    expect(links).toEqual(expect.arrayContaining(guideNames.map((name) => `http://localhost/docs/guides/${name}.md`)));
    expect(links).toContain(`http://localhost${other}`);
    for (const link of new Set(links)) expect([link, (await system.app.request(link)).status]).toEqual([link, 200]);
    const named = [...text.matchAll(/^- \[([A-Z]+) \/api(\S+)\]\(/gm)].map(([, method, path]) => `${method} ${path}`);
    expect(named.sort()).toEqual([...operations].sort());
  },
);

test("a guide as Markdown has its examples in it", async () => {
  for (const name of guideNames) {
    const text = await (await system.app.request(`/docs/guides/${name}.md`)).text();
    expect(text).toMatch(/^# /);
    expect([name, text.match(/\]\(examples\//)]).toEqual([name, null]);
  }
  const first = await (await system.app.request("/docs/guides/first-voucher.md")).text();
  expect(first).toMatch(/```sh\n[\s\S]*curl[\s\S]*\n```/);
});
