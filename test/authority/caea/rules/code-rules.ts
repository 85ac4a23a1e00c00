import { daysAfter, isFiscalDate } from "../../argentine-time.js";
import { findPerson, isVatRegistered } from "../../registry.js";
import type { Finding } from "../../rules/finding.js";
import { isForOtherLetters } from "../points-of-sale.js";
import { observe, refuse } from "../texts.js";
import type { ReportInput, ReportRule } from "./report-input.js";

function codeFindings({ voucher, cuit, pos, code, idle, today }: ReportInput): Finding[] {
  if (code === undefined) return refuse(true, 780);
  if (code.cuit !== cuit) return refuse(true, 705);
  const { CbteFch: date } = voucher;
  return [
    ...refuse(date !== undefined && (date < code.from || date > code.to), 702),
    ...refuse(today <= code.from, 1414),
    ...observe(
      idle.some((one) => one.pos === pos),
      1424,
    ),
  ];
}

function pointFindings({ voucher, type, code, point }: ReportInput): Finding[] {
  if (point === undefined) return [];
  const { openedOn = "" } = point;
  return [
    ...refuse(code !== undefined && openedOn > code.to, 709),
    ...refuse(voucher.CbteFch !== undefined && openedOn > voucher.CbteFch, 781),
    ...refuse(isForOtherLetters(point, type), 1444),
  ];
}

/** Fourteen digits of a time that exists. */
function isGenerationTime(text: string): boolean {
  const [, date = "", hour = "", minute = "", second = ""] = /^(\d{8})(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  return isFiscalDate(date) && hour < "24" && minute < "60" && second < "60";
}

function timeFindings({ voucher: { CbteFch: date, CbteFchHsGen: time, Concepto } }: ReportInput): Finding[] {
  if (time === undefined) return refuse(true, 1440);
  if (!isGenerationTime(time)) return refuse(true, 1441);
  if (date === undefined || !isFiscalDate(date)) return [];
  const most = Concepto === 2 || Concepto === 3 ? 10 : 5;
  return observe(Math.abs(daysAfter(date, time.slice(0, 8))) > most, 1445);
}

/**
 * The code, the point of sale, the time of generation and the issuer. Every point of sale of CAEA counts as one for contingencies.
 * Source: issuer/authority/README.md, sections 13.2 and 13.4.
 */
export const codeRules: ReportRule = (input) => {
  const { cuit, voucherClass, settings } = input;
  const mayNotIssueA = findPerson(cuit) !== undefined && !isVatRegistered(cuit) && settings.issuerLetters === "checked";
  return [
    ...codeFindings(input),
    ...pointFindings(input),
    ...timeFindings(input),
    ...observe(voucherClass === "A" && mayNotIssueA, 1429),
  ];
};
