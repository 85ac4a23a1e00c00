import { Option } from "commander";
import { pickEnvironment } from "../../shared/config/config.js";
import { type Language, localizeFor } from "../../shared/domain/localized-text.js";
import { ApiError } from "../http/errors.js";

export interface LanguageOption {
  lang?: Language;
}

/** `--lang`, for commands that a company's people read. The others are in English. */
export const languageOption = () =>
  new Option("--lang <language>", "the language of what is told; default: Spanish when LANG is, else English").choices([
    "en",
    "es",
  ]);

export const languageOf = ({ lang }: LanguageOption, system = pickEnvironment(["LANG"]).LANG ?? ""): Language =>
  lang ?? (/^es(?![a-z])/i.test(system) ? "es" : "en");

/** Runs work whose refusals are told in this language. */
export async function refusingIn<Result>(language: Language, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiError ? new Error(localizeFor(language, error.said)) : error;
  }
}
