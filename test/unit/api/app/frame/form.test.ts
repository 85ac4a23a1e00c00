import { Hono } from "hono";
import { expect, test } from "vitest";
import { type Form, readSentForm } from "../../../../../api/app/frame/form.js";

async function read(body: string, type: string): Promise<Form> {
  let form: Form = [];
  const app = new Hono().post("/", async (c) => {
    form = await readSentForm(c);
    return c.text("");
  });
  await app.request("/", { method: "POST", body, headers: { "content-type": type } });
  return form;
}
const pairs = "application/x-www-form-urlencoded";
const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

test("a form is read in order, sent as pairs or as parts", async () => {
  const expected = [
    ["a", "1 & 2"],
    ["b", "á"],
    ["a", ""],
  ];
  expect(await read("a=1+%26+2&b=%C3%A1&a=", `${pairs}; charset=UTF-8`)).toEqual(expected);
  const parts = `${part("a", "1 & 2")}${part("b", "á")}${part("a", "")}--b--\r\n`;
  for (const type of ["multipart/form-data; boundary=b", 'multipart/form-data;boundary="b"'])
    expect(await read(parts, type)).toEqual(expected);
});

test("a form with millions of fields is cut before it is read, and its beginning stays", async () => {
  const many = await read(`csrf=x&${"a=&".repeat(3_000_000)}`, pairs);
  expect(many.length).toBeLessThanOrEqual(6_001);
  expect(many.slice(0, 2)).toEqual([
    ["csrf", "x"],
    ["a", ""],
  ]);
  const parts = await read(
    `${part("csrf", "x")}${part("a", "").repeat(100_000)}--b--\r\n`,
    "multipart/form-data; boundary=b",
  );
  expect([parts.length, parts[0]]).toEqual([6_000, ["csrf", "x"]]);
});

test("what is no form has no fields, nor what hides how its parts are told apart", async () => {
  const parts = `${part("a", "1")}--b--\r\n`;
  expect(await read("a=1", "text/plain")).toEqual([]);
  expect(await read('{"a":1}', "application/json")).toEqual([]);
  for (const type of [
    "multipart/form-data",
    "multipart/form-data; xboundary=z; boundary=b",
    'multipart/form-data; x="; boundary=z"; boundary=b',
  ])
    expect(await read(parts, type)).toEqual([]);
});
