/** Verdict of a registry on the packages that ship. */
export type AdvisoryVerdict =
  | { outcome: "clean"; packages: number }
  | { outcome: "found"; advisories: string[] }
  /** Nothing is known: a package may have holes that everybody knows but we. */
  | { outcome: "unanswered"; reason: string };

interface Audit {
  message?: string;
  error?: { code?: string; summary?: string };
  metadata?: { dependencies?: { prod?: number; total?: number } };
  vulnerabilities?: Record<string, Vulnerability>;
}

interface Vulnerability {
  severity: string;
  range: string;
  /** Advisories, or the names of packages that bring one along. */
  via: (string | { title: string; url: string })[];
}

/** Reads the output of `npm audit --json`. What is no report, such as one of an npm to come, is no answer. */
export function readAudit(output: string): AdvisoryVerdict {
  const audit = parse(output);
  const { vulnerabilities, metadata } = audit;
  if (!vulnerabilities || !metadata?.dependencies)
    return { outcome: "unanswered", reason: audit.message ?? audit.error?.summary ?? audit.error?.code ?? "no report" };
  const advisories = Object.entries(vulnerabilities).flatMap(([name, { severity, range, via }]) =>
    via.flatMap((each) =>
      typeof each === "string" ? [] : [`${severity}: ${name} ${range}: ${each.title} (${each.url})`],
    ),
  );
  if (Object.keys(vulnerabilities).length > 0)
    return { outcome: "found", advisories: advisories.length > 0 ? advisories : Object.keys(vulnerabilities) };
  return { outcome: "clean", packages: metadata.dependencies.prod ?? metadata.dependencies.total ?? 0 };
}

function parse(output: string): Audit {
  try {
    const read: unknown = JSON.parse(output);
    return typeof read === "object" && read !== null ? read : {};
  } catch {
    return {};
  }
}
