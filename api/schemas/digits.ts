import { z } from "@hono/zod-openapi";

/** `2,02018E+10`: a spreadsheet kept the digits that its column had room for. */
const rounded = /^\d(?:[.,]\d+)?E\+\d{2,}$/i;

/** 20-30405060-7 and 30.405.060: digits as they are printed. */
const separated = /^\d[\d\s./-]*$/;

const withoutSeparators = (text: string): string => text.replace(/[\s./-]/g, "");

/** Digits of this form. Blanks around them are taken, and what is wrong is said with the digits that are meant. */
const digits = (form: RegExp, explain: (text: string) => string) =>
  z
    .string()
    .trim()
    .regex(form, {
      error: ({ input }) => {
        const text = String(input);
        return rounded.test(text)
          ? `is ${text}, because the spreadsheet rounded it: make the column text, and write the whole number anew`
          : explain(text);
      },
    });

/** Of a receiver. Letters cannot be declared: the authority takes a number. */
export const docNumber = digits(/^\d{1,11}$/, (text) => {
  const plain = withoutSeparators(text);
  if (separated.test(text) && plain.length <= 11)
    return `must be 1 to 11 digits, without dashes or dots: write ${plain}`;
  const inside = text.replace(/\D/g, "");
  return /^[\d\sA-Za-z./-]{2,30}$/.test(text) && /[A-Za-z]/.test(text) && inside.length >= 4 && inside.length <= 11
    ? `must be 1 to 11 digits: of a passport or a foreign document that has letters declare the digits alone, ${inside}`
    : "must be 1 to 11 digits, without dashes or dots";
});

/** Of a taxpayer. Whether its last digit checks the others is the authority's to say. */
export const cuit = digits(/^\d{11}$/, (text) => {
  const plain = withoutSeparators(text);
  if (separated.test(text) && plain.length === 11) return `must be 11 digits: write ${plain}`;
  return isDni(plain) ? notDni : "must be 11 digits";
});

export const cbuDigits = digits(/^\d{22}$/, (text) => {
  const plain = withoutSeparators(text);
  return separated.test(text) && plain.length === 22 ? `must be 22 digits: write ${plain}` : "must be 22 digits";
});

/** A document of a person has 7 or 8 digits. */
export const isDni = (text: string): boolean => /^\d{7,8}$/.test(text);

export const notDni = "has the digits of a DNI, and a CUIT is asked for: its 11 digits";

/** A tax id as it is printed or typed, in its digits. What is none stays as it is. */
export const taxIdOf = (text: string): string => (/^[\d\s.-]+$/.test(text) ? text.replace(/[\s.-]/g, "") : text);
