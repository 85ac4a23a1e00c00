import { beforeAll, expect, test } from "vitest";
import { addDays, daysAfter, toFiscalDate } from "../../authority/argentine-time.js";
import { createIdentity } from "../../authority/client-identity.js";
import { login, postSoap, type SoapReply, type Ticket, textsOf } from "../../authority/client-session.js";
import { controlAuthority } from "../../authority/control-client.js";
import { openSchemaCheck } from "../../authority/official-schema.js";
import { startAuthority } from "../../authority/server.js";
import { openForFile } from "../../support/open-for-file.js";
import { type RecordedExchange, readRecordedExchanges, textsIn } from "../../support/samples/recorded-exchanges.js";

/** All recordings are of this taxpayer. */
const cuit = "20267565393";
const recorded = readRecordedExchanges();
const isMissing = recorded.length === 0;
const isPadron = ({ operation }: RecordedExchange) => operation === "getPersona";
const tickets = new Map<string, Ticket>();
const wsfeSchema = openSchemaCheck("wsfev1.wsdl");

/** A masked CMS cannot be sent again. */
const isModelled = ({ operation }: RecordedExchange) => operation !== "loginCms";
const isCaea = ({ operation }: RecordedExchange) => operation.startsWith("FECAEA");

const authority = await openForFile(startAuthority);
const control = controlAuthority(authority.control);
beforeAll(async () => {
  const identity = await createIdentity(authority.control, cuit);
  for (const service of ["wsfe", "ws_sr_padron_a5"])
    tickets.set(service, await login(authority.url, identity, service));
});

/** Sends the recorded request with a ticket of the simulator in place of the masked one. */
function send(exchange: RecordedExchange): Promise<SoapReply> {
  const path = isPadron(exchange) ? "/sr-padron/webservices/personaServiceA5" : "/wsfev1/service.asmx";
  const { token, sign } = tickets.get(isPadron(exchange) ? "ws_sr_padron_a5" : "wsfe") ?? { token: "", sign: "" };
  // All answers of one folder are 600: the masked ticket there had expired.
  const isRefused = exchange.response.includes("<Code>600</Code>");
  const body = exchange.request.replace("[TOKEN]", isRefused ? "x" : token).replace("[SIGN]", sign);
  return postSoap(authority.url + path, body, {
    "content-type": 'text/xml; charset="UTF-8"',
    soapaction: exchange.soapAction,
  });
}

const numberIn = (xml: string, name: string) => Number(textsIn(xml, name)[0]);

/** Moves the exchange to today: every fiscal date is as many days ago as it was then. */
function bringToToday(exchange: RecordedExchange): RecordedExchange {
  const then = toFiscalDate(exchange.at);
  const shift = (date: string) => addDays(toFiscalDate(new Date()), daysAfter(date, then));
  const request = exchange.request.replace(/>(20\d{6})</g, (_, date: string) => `>${shift(date)}<`);
  return { ...exchange, request, at: new Date() };
}

const testOf = ({ name }: RecordedExchange) => name.replace(/\.\d+$/, "");

/** The request repeats a granted one: it was refused for its number, and the later look-up found the voucher. */
const isRepeated = (exchange: RecordedExchange) =>
  recorded.some(
    (one) =>
      testOf(one) === testOf(exchange) && one.operation === "FECompConsultar" && one.response.includes("<CodAut"),
  );

/** Restores the state before the request, as its answer shows: the number before it, or the number itself, is taken. */
async function prepareSequence(exchange: RecordedExchange): Promise<void> {
  const { request, response, at } = exchange;
  await control.reset(["ledger"]);
  const isOutOfOrder = response.includes("<Err><Code>10016</Code>");
  const number = numberIn(request, "CbteDesde") - (isOutOfOrder && isRepeated(exchange) ? 0 : 1);
  if (number < 1) return;
  // A next number that was refused: the voucher before it had a later date.
  const date = isOutOfOrder ? toFiscalDate(at) : textsIn(request, "CbteFch").at(-1);
  const sequence = { cuit, pos: numberIn(request, "PtoVta"), type: numberIn(request, "CbteTipo") };
  await control.issueForeign({ ...sequence, number, fields: { CbteFch: date } });
}

/** All results and codes, except those that depend on the authority's records of that day. */
function verdictOf(xml: string) {
  const container = (name: string) =>
    [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, "g"))].map(([all]) => all);
  const codes = (name: string) => container(name).flatMap((part) => textsIn(part, "Code").map(Number));
  return {
    results: textsIn(xml, "Resultado"),
    errors: codes("Errors"),
    observations: codes("Observaciones").filter((code) => ![10041, 10217, 10245].includes(code)),
    caes: textsIn(xml, "CAE").map((cae) => cae.length),
    empty: (xml.match(/<CAE \/><CAEFchVto \/>/g) ?? []).length,
  };
}

test.skipIf(isMissing)("recorded requests for a CAE get the recorded verdict, code by code", async () => {
  const requests = recorded.filter(({ operation }) => operation === "FECAESolicitar");
  await control.set({ receiverCondition: "observed" });
  for (const exchange of requests.map(bringToToday)) {
    await prepareSequence(exchange);
    const reply = await send(exchange);
    expect([exchange.name, verdictOf(reply.text)]).toEqual([exchange.name, verdictOf(exchange.response)]);
  }
  await control.reset(["ledger", "settings"]);
  console.log(`${requests.length} recorded requests for a CAE got the recorded verdict`);
});

/** The result without its times, and without the text of 600, which tells of the ticket that was sent. */
const resultOf = (xml: string) =>
  /<\w+Result>.*<\/\w+Result>/
    .exec(xml)?.[0]
    .replace(/(<FchProceso>)\d+/g, "$1")
    .replace(/(<Code>600<\/Code><Msg>ValidacionDeToken: )[^<]*/, "$1");

test.skipIf(isMissing)("recorded requests about a CAEA get the recorded answer, word for word", async () => {
  const requests = recorded.filter(isCaea);
  // All their fortnights were over on the day of the recording, as they are today.
  for (const exchange of requests) {
    const reply = await send(exchange);
    expect([exchange.name, resultOf(reply.text)]).toEqual([exchange.name, resultOf(exchange.response)]);
  }
  console.log(`${requests.length} recorded requests about a CAEA got the recorded answer`);
});

test.skipIf(isMissing)(
  "every recorded request of a modelled operation is understood and answered with the recorded elements",
  async () => {
    await control.set({ pointsOfSale: { [cuit]: [3, 4, 6] } });
    for (const exchange of recorded.filter(isModelled)) {
      const { name, operation, response } = exchange;
      const reply = await send(exchange);
      expect([name, reply.status, textsOf(reply.xml, "faultcode")]).toEqual([name, 200, []]);
      expect(reply.text).toContain(`${operation}Response xmlns`);
      if (isPadron(exchange)) continue;
      expect([name, wsfeSchema(reply.text)]).toEqual([name, []]);
      // Lists may have other rows but must have the same elements. A looked-up voucher would have to exist first.
      const first = (xml: string) => /<\w+Result>(<\w+>(?:<\w+>)?)/.exec(xml)?.[1];
      if (!/<Code>|CompConsultar|CAESolicitar/.test(response + operation))
        expect([name, first(reply.text)]).toEqual([name, first(response)]);
    }
    await control.set({ pointsOfSale: {} });
  },
);

test.skipIf(isMissing)("recorded registry requests get the recorded blocks of data", async () => {
  for (const exchange of recorded.filter(isPadron)) {
    const { text } = await send(exchange);
    const blocks = (xml: string) => [...new Set(xml.match(/<(?:datos|error)[A-Z]\w+>/g))].sort();
    expect([exchange.name, blocks(text)]).toEqual([exchange.name, blocks(exchange.response)]);
  }
});
