import type { X509Certificate } from "node:crypto";

/** The subject as Java writes it, most specific part first: "SERIALNUMBER=CUIT 20287740027, CN=alias". */
export const subjectName = ({ subject }: X509Certificate): string =>
  subject.split("\n").reverse().join(", ").replace("serialNumber=", "SERIALNUMBER=");

export const subjectCuit = ({ subject }: X509Certificate): string | undefined =>
  /^serialNumber=CUIT (\d{11})$/m.exec(subject)?.[1];

/** Whether two names have the same parts. Ignores their order, case, and spaces around commas. */
export function isSameName(one: string, other: string): boolean {
  const normalise = (name: string) =>
    name
      .split(",")
      .map((part) => part.trim().toLowerCase())
      .sort()
      .join(",");
  return normalise(one) === normalise(other);
}
