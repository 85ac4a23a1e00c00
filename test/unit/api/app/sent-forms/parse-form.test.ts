import { expect, test } from "vitest";
import type { Form } from "../../../../../api/app/frame/form.js";
import { findEarly, parseForm, readSending } from "../../../../../api/app/sent-forms/parse-form.js";

function read(body: string | Buffer, type: string): Form | undefined {
  const sending = readSending(type);
  return sending && parseForm(Buffer.from(body as string), sending);
}
const pairs = "application/x-www-form-urlencoded";
const parts = "multipart/form-data; boundary=b";
const part = (name: string, value: string, more = "") =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

test("a form is read in order, sent as pairs or as parts", () => {
  const expected = [
    ["a", "1 & 2"],
    ["b", "á"],
    ["a", ""],
  ];
  expect(read("a=1+%26+2&b=%C3%A1&a=", `${pairs}; charset=UTF-8`)).toEqual(expected);
  const sent = `${part("a", "1 & 2")}${part("b", "á")}${part("a", "")}--b--\r\n`;
  for (const type of [parts, 'multipart/form-data;boundary="b"']) expect(read(sent, type)).toEqual(expected);
});

test("pairs are read as every browser's own parser reads them", () => {
  for (const body of ["", "&&", "a", "=b", "a=b=c", "a+b=%2B+%2b", "%zz=%4", "%E2%82%AC=%", "a=%00", "%3D=%26&x"])
    expect([body, read(body, pairs)]).toEqual([body, [...new URLSearchParams(body)]]);
});

test("parts are read as Node's own parser reads them: files, names with quotes, line breaks in texts", async () => {
  const form = new FormData();
  form.append("csrf", "x");
  form.append('a "quoted"\r\nname', "one\r\ntwo --b");
  form.append("file", new File([Buffer.from([0, 13, 10, 45, 45, 255])], 'ñ "1".csv', { type: "text/csv" }));
  form.append("empty", new File([], "empty.csv", { type: "application/octet-stream" }));
  const sent = new Response(form);
  const type = sent.headers.get("content-type") ?? "";
  const bytes = Buffer.from(await sent.arrayBuffer());
  const found = read(bytes, type) ?? [];
  const plain = (fields: Iterable<[string, string | File]>) =>
    Promise.all(
      [...fields].map(async ([name, value]) =>
        typeof value === "string" ? [name, value] : [name, value.name, value.type, await value.arrayBuffer()],
      ),
    );
  const expected = await new Response(bytes, { headers: { "content-type": type } }).formData();
  expect(await plain(found)).toEqual(await plain(expected.entries()));
});

test("where no file was chosen there is one without a name, as browsers send it", () => {
  const none = read(`${part("file", "", '; filename=""')}--b--\r\n`, parts)?.[0]?.[1];
  expect([none instanceof File, (none as File).name, (none as File).size]).toEqual([true, "", 0]);
});

test("a form with millions of fields is cut before it is read, and its beginning stays", () => {
  const many = read(`csrf=x&${"a=&".repeat(3_000_000)}`, pairs) ?? [];
  expect([many.length, ...many.slice(0, 2)]).toEqual([6_000, ["csrf", "x"], ["a", ""]]);
  expect(read("&".repeat(1_000_000), pairs)).toEqual([]);
  const sent = read(`${part("csrf", "x")}${part("a", "").repeat(100_000)}--b--\r\n`, parts) ?? [];
  expect([sent.length, sent[0]]).toEqual([6_000, ["csrf", "x"]]);
});

test("what is no form is not read, nor what hides how its parts are told apart, nor parts that do not end", () => {
  for (const type of [
    "",
    "text/plain",
    "application/json",
    "multipart/form-data",
    "multipart/form-data; xboundary=z; boundary=b",
    'multipart/form-data; x="; boundary=z"; boundary=b',
    `${pairs}; ${"x".repeat(1_000)}`,
  ])
    expect([type, readSending(type)]).toEqual([type, undefined]);
  const whole = `${part("a", "1")}--b--\r\n`;
  expect(read(whole, parts)).toEqual([["a", "1"]]);
  const broken = [
    whole.slice(0, -4),
    `x${whole}`,
    whole.replace("name=", "nme="),
    whole.replace("\r\n\r\n", `\r\nX: ${"x".repeat(5_000)}\r\n\r\n`),
    `--b\r\n\r\n1\r\n--b--`,
    "--b",
  ];
  for (const body of broken) expect([body.slice(0, 50), read(body, parts)]).toEqual([body.slice(0, 50), undefined]);
});

test("the token is found in the beginning of a form, where it stands whole", () => {
  const early = (beginning: string, boundary: string | null) => findEarly(Buffer.from(beginning), { boundary }, "csrf");
  expect(early("csrf=x-1&a=b", null)).toBe("x-1");
  expect(early("a=b&csrf=x-1", null)).toBe("x-1");
  expect(early("a=csrf&b=x", null)).toBeUndefined();
  expect(early("", null)).toBeUndefined();
  expect(early(part("csrf", "x-1") + part("a", "").slice(0, 9), "b")).toBe("x-1");
  expect(early(part("a", "") + part("csrf", "x-1").slice(0, -3), "b"), "it may go on").toBeUndefined();
  expect(early(part("csrf", "x-1", '; filename="x"'), "b"), "a file is no token").toBeUndefined();
});
