import { addDays, toFiscalDate, toProcessTime } from "../argentine-time.js";
import { caeOf } from "../cae.js";
import { readInteger } from "../declared-voucher.js";
import type { Environment } from "../environment.js";
import { findPerson, isMonotributista } from "../registry.js";
import type { Finding } from "../rules/finding.js";
import type { Settings } from "../settings.js";
import { observationsXml } from "../wsfe-envelope.js";
import type { Operation, OperationContext, OperationResult } from "../wsfe-operation.js";
import type { XmlElement } from "../xml-element.js";
import { branch, leaves } from "../xml-text.js";
import type { AdvanceCode } from "./code-book.js";
import { debtsOf, isDelinquent } from "./debts.js";
import { fortnightOf, isOrder, isPeriod, requestWindow } from "./fortnight.js";
import { isCaea, isOpen, registeredPoints } from "./points-of-sale.js";
import { isRefusedIssuer } from "./rules/header-rules.js";
import { finding, observe, refuse } from "./texts.js";

type Asked = { period: number; order: number };

const readAsked = (element: XmlElement): Asked => ({
  period: readInteger(element, "Periodo"),
  order: readInteger(element, "Orden"),
});

const echo = (period: number, order: number) => branch("ResultGet", leaves({ Periodo: period, Orden: order }));

const codeXml = (code: AdvanceCode, observations: Finding[]) =>
  branch(
    "ResultGet",
    leaves({
      CAEA: code.code,
      Periodo: code.period,
      Orden: code.order,
      FchVigDesde: code.from,
      FchVigHasta: code.to,
      FchTopeInf: code.reportBy,
      FchProceso: code.processed,
    }) + observationsXml(observations),
  );

const checkAsked = ({ period, order }: Asked) => [
  ...refuse(!isPeriod(period), 15004),
  ...refuse(!isOrder(order), 15005),
];

/** Only people of the registry can lack the taxes. */
const lacksTaxes = (cuit: string) => {
  const person = findPerson(cuit);
  return person !== undefined && !isMonotributista(cuit) && !person.taxes.some((tax) => tax === 30 || tax === 32);
};

function checkIssuer(settings: Settings, cuit: string): Finding[] {
  const points = registeredPoints(settings, cuit)?.filter(isOpen);
  const isWithoutCaea = points !== undefined && !points.some(isCaea);
  return [
    ...refuse(isRefusedIssuer(settings, cuit), 15000),
    ...refuse(lacksTaxes(cuit), 15010),
    ...refuse(isWithoutCaea, 15003),
    ...refuse(points !== undefined && !isWithoutCaea && points.every(isCaea), 15016),
  ];
}

/** "6/26/2021" for 20210626. */
const toAmericanDate = (date: string) => `${Number(date.slice(4, 6))}/${Number(date.slice(6))}/${date.slice(0, 4)}`;

function checkWindow({ period, order }: Asked, today: string): Finding[] {
  const { from, to } = requestWindow(fortnightOf(period, order));
  return refuse(today < from || today > to, 15006, `Del ${toAmericanDate(from)} hasta ${toAmericanDate(to)}`);
}

function observeIssuer({ world: { settings }, environment, cuit }: OperationContext, today: string): Finding[] {
  const debts = debtsOf(settings, environment, cuit, today);
  const points = registeredPoints(settings, cuit)?.filter(isCaea) ?? [];
  const isOn = (code: Settings["caeaObservations"][number]) => settings.caeaObservations.includes(code);
  return [
    ...observe(
      isDelinquent(debts),
      15014,
      debts.map(({ period, order, pos }) => `${period};${order};${pos}`).join(", "),
    ),
    ...observe(isOn(15015), 15015),
    ...observe(isOn(15017), 15017, points.map(({ number }) => number).join(", ")),
    ...observe(isOn(15018), 15018),
  ];
}

/** Fourteen digits that begin with 2, otherwise like a CAE. Source: issuer/authority/README.md, section 13.3 (a guess). */
function nextCode(environment: Environment, today: string): string {
  const code = `2${caeOf(today, environment.ledger.nextCaeTail()).slice(1)}`;
  return environment.codes.read(code) ? nextCode(environment, today) : code;
}

function grant(context: OperationContext, { period, order }: Asked): OperationResult {
  const { world, environment, cuit } = context;
  const today = toFiscalDate(world.now());
  const { from, to } = fortnightOf(period, order);
  const code: AdvanceCode = {
    cuit,
    period,
    order,
    code: nextCode(environment, today),
    from,
    to,
    reportBy: addDays(to, world.settings.caeaReportDays),
    processed: toProcessTime(world.now()),
    observations: observeIssuer(context, today),
  };
  environment.codes.grant(code);
  return { content: codeXml(code, code.observations) };
}

/** FECAEASolicitar: one code for each issuer and fortnight. Source: issuer/authority/README.md, sections 13.3 and 13.4. */
export const requestCode: Operation = {
  open(element) {
    const asked = readAsked(element);
    return {
      run(context) {
        const { world, environment, cuit } = context;
        const unreadable = checkAsked(asked);
        if (unreadable.length > 0) return { errors: unreadable };
        const refusals = checkIssuer(world.settings, cuit);
        if (refusals.length > 0) return { errors: refusals };
        const tooEarlyOrLate = checkWindow(asked, toFiscalDate(world.now()));
        if (tooEarlyOrLate.length > 0) return { errors: tooEarlyOrLate };
        if (environment.codes.find(cuit, asked.period, asked.order))
          return { content: echo(0, 0), errors: [finding(15008)] };
        return grant(context, asked);
      },
    };
  },
};

/** FECAEAConsultar: the code of a fortnight, with 602 when there is none. */
export const findCode: Operation = {
  open(element) {
    const asked = readAsked(element);
    return {
      run({ environment, cuit }) {
        const content = echo(asked.period, asked.order);
        const unreadable = checkAsked(asked);
        if (unreadable.length > 0) return { content, errors: unreadable };
        const code = environment.codes.find(cuit, asked.period, asked.order);
        return code ? { content: codeXml(code, []) } : { content, errors: [finding(602)] };
      },
    };
  },
};
