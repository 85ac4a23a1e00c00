import { expect, test } from "vitest";
import { readNotices } from "../../../../issuer/authority/wsfe/read-notices.js";

const answer = (events: string, result = "FECompUltimoAutorizadoResult") =>
  `<?xml version="1.0"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><FECompUltimoAutorizadoResponse xmlns="http://ar.gov.afip.dif.FEV1/"><${result}><CbteNro>1</CbteNro>${events}</${result}></FECompUltimoAutorizadoResponse></soap:Body></soap:Envelope>`;
const read = (text: string) => readNotices(text, "FECompUltimoAutorizado");
const evt = (code: string, msg: string) => `<Evt><Code>${code}</Code><Msg>${msg}</Msg></Evt>`;

test("the events of an answer are read, in their order", () => {
  expect(
    read(answer(`<Events>${evt("39", "IMPORTANTE: aviso &amp; m&#225;s")}${evt("41", " otro ")}</Events>`)),
  ).toEqual([
    { code: 39, message: "IMPORTANTE: aviso & más" },
    { code: 41, message: "otro" },
  ]);
});

test.each([
  ["none", ""],
  ["an empty list", "<Events />"],
  ["code 0", `<Events>${evt("0", "Ok")}</Events>`],
  ["no text", "<Events><Evt><Code>41</Code></Evt></Events>"],
  ["a code that is none", `<Events>${evt("x", "y")}</Events>`],
  ["a code too long for a number", `<Events>${evt("123456789012", "y")}</Events>`],
])("%s is no notice", (_, events) => {
  expect(read(answer(events))).toEqual([]);
});

test("what cannot be read, or stands elsewhere, is no notice", () => {
  const events = `<Events>${evt("41", "y")}</Events>`;
  for (const text of [
    "",
    "<Events>",
    `<html>${events}</html>`,
    answer(events).slice(0, -9),
    answer(events, "OtherResult"),
  ])
    expect(read(text)).toEqual([]);
});

test("a flood is cut: twenty of an answer, and a text that can be kept", () => {
  const many = Array.from({ length: 30 }, (_, at) => evt(`${at + 1}`, "x".repeat(5_000))).join("");
  const notices = read(answer(`<Events>${many}</Events>`));
  expect(notices).toHaveLength(20);
  expect(notices[0]?.message).toHaveLength(4_000);
});
