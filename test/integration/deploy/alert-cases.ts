/** A series as promtool writes it: `0+1x40` is forty samples more, each one larger by one. Fifteen seconds lie between two. */
export interface AlertCase {
  alert: string;
  /** Replaces or adds to what a healthy service gives. `null` takes a series away. */
  series: Record<string, string | null>;
  /** When it is to fire, and so is read. */
  at: string;
  /** Besides its severity. */
  labels?: Record<string, string>;
  /** What else tells of the same trouble, and must not be silent either. */
  also?: Record<string, Record<string, string>[]>;
}

/** Two hours. */
const long = 480;
const steady = (value: number) => `${value}x${long}`;
const rising = `0+5x${long}`;

const up = (process: string) => `up{job="talonario", process="${process}", instance="${process}:9100"}`;
const ofApi = (metric: string, labels = "") => `talonario_${metric}{process="api"${labels && `, ${labels}`}}`;
const calls = (outcome: string) =>
  `talonario_authority_call_seconds_count{process="issuer", operation="FECAESolicitar", outcome="${outcome}"}`;
const paid = (outcome: string) => ofApi("payment_calls_total", `outcome="${outcome}"`);
const counter = (process: string, metric: string, labels = "") =>
  `talonario_${metric}{process="${process}"${labels && `, ${labels}`}}`;

const gauges = [
  ...["waiting_issuances", "oldest_waiting_seconds", "oldest_unresolved_seconds", "unconfirmed_sequences"],
  ...[
    "sequences_needing_operator",
    "pdfs_due",
    "pdfs_dead_lettered",
    "mails_due",
    "webhook_oldest_waiting_seconds",
    "certificates_expiring",
  ],
  ...["unbilled_payments", "checkout_oldest_unanswered_seconds", "payment_sweep_late_seconds"],
];

/** What a service that is well gives: it issues, prints and mails, and nothing waits. */
export const healthy: Record<string, string> = {
  ...Object.fromEntries(["api", "app", "issuer", "renderer", "mailer"].map((one) => [up(one), steady(1)])),
  ...Object.fromEntries(gauges.map((name) => [ofApi(name), steady(0)])),
  [ofApi("contingency_active", 'environment="production"')]: steady(0),
  [ofApi("reports_rejected", 'environment="production"')]: steady(0),
  [ofApi("certificates_expired", 'environment="production"')]: steady(0),
  [ofApi("certificates_expired", 'environment="homologation"')]: steady(3),
  [ofApi("caea_deadline_seconds")]: steady(9 * 86_400),
  [ofApi("jobs", 'queue="pdf", state="failed"')]: steady(2),
  [ofApi("counter_left_ratio", 'counter="voucher_id_seq"')]: steady(0.99),
  [ofApi("backup_age_seconds")]: `0+15x${long}`,
  [ofApi("reconciliation_age_seconds")]: `0+15x${long}`,
  [ofApi("unexpected_errors_total")]: steady(3),
  [ofApi("unavailable_responses_total", 'server="database"')]: steady(3),
  [ofApi("unavailable_responses_total", 'server="redis"')]: steady(3),
  [ofApi("user_events_total", 'event="locked"')]: steady(1),
  [ofApi("payments_waiting", 'state="review"')]: steady(0),
  [ofApi("payments_unlisted_seconds")]: `0+15x${long}`,
  [ofApi("sircip_periods", 'month="this"')]: steady(1),
  // The series of promtool begin on 1 January 1970: the next month's padrón is not published yet.
  [ofApi("sircip_periods", 'month="next"')]: steady(0),
  [paid("answered")]: rising,
  ...Object.fromEntries(["refused", "limited", "failed", "away"].map((outcome) => [paid(outcome), steady(2)])),
  [ofApi("payment_notifications_total", 'outcome="refused"')]: steady(2),
  [calls("answered")]: rising,
  [calls("failed")]: steady(4),
  [counter("issuer", "issuances_total", 'outcome="approved", code="none"')]: rising,
  [counter("issuer", "issuances_total", 'outcome="rejected", code="10051"')]: steady(0),
  [counter("issuer", "ticket_logins_total", 'service="wsfe", outcome="notDelegated"')]: steady(0),
  [counter("issuer", "watermark_waiting")]: steady(0),
  [counter("issuer", "database_troubles_total", 'trouble="full"')]: steady(2),
  [counter("issuer", "database_troubles_total", 'trouble="slow"')]: rising,
  [counter("issuer", "watermarks_forged_total")]: steady(2),
  [counter("renderer", "pdfs_stored_total")]: rising,
  [counter("renderer", "storage_failures_total", 'operation="write"')]: steady(0),
  [counter("renderer", "chromium_age_seconds")]: `${8 * 86_400}+15x${long}`,
  [counter("mailer", "mails_total", 'outcome="accepted"')]: rising,
};

const none = "_x240";

export const alertCases: AlertCase[] = [
  {
    alert: "ProcessDown",
    series: { [up("mailer")]: `1x40 0x${long}` },
    at: "14m",
    labels: { job: "talonario", process: "mailer", instance: "mailer:9100" },
  },
  {
    // As compose's names have it: a container that ended is no target any more.
    alert: "ProcessNotScraped",
    series: { [up("issuer")]: `1x40 ${none}` },
    at: "22m",
    labels: { job: "talonario", process: "issuer" },
  },
  {
    alert: "InternalErrors",
    series: { [ofApi("unexpected_errors_total")]: rising },
    at: "10m",
    also: { InternalErrorSeen: [{ severity: "warn" }] },
  },
  { alert: "InternalErrorSeen", series: { [ofApi("unexpected_errors_total")]: `0x40 1x${long}` }, at: "20m" },
  {
    alert: "DatabaseRejectsRequests",
    series: { [ofApi("unavailable_responses_total", 'server="database"')]: rising },
    at: "10m",
  },
  {
    // Of a full disk the API may know nothing.
    alert: "DatabaseRejectsRequests",
    series: { [counter("issuer", "database_troubles_total", 'trouble="full"')]: rising },
    at: "10m",
  },
  {
    alert: "DatabaseUnavailable",
    series: {
      [ofApi("unavailable_responses_total", 'server="database"')]: rising,
      ...Object.fromEntries(gauges.map((name) => [ofApi(name), `0x40 ${none}`])),
    },
    at: "20m",
  },
  { alert: "RedisUnavailable", series: { [ofApi("jobs", 'queue="pdf", state="failed"')]: `2x40 ${none}` }, at: "21m" },
  { alert: "SignInLockouts", series: { [ofApi("user_events_total", 'event="locked"')]: `0x40 5x${long}` }, at: "12m" },
  {
    alert: "IssuanceStalled",
    series: { [ofApi("waiting_issuances")]: `0x40 3x${long}`, [calls("answered")]: `0+5x40 200x${long}` },
    at: "20m",
  },
  { alert: "QueueWaitTooLong", series: { [ofApi("oldest_waiting_seconds")]: `0x40 18x${long}` }, at: "16m" },
  {
    alert: "AuthorityUnreachable",
    series: { [calls("answered")]: `0+5x40 200x${long}`, [calls("failed")]: `0x40 0+5x${long}` },
    at: "25m",
  },
  { alert: "OperatorNeeded", series: { [ofApi("sequences_needing_operator")]: `0x40 1x${long}` }, at: "12m" },
  {
    alert: "NumberMismatch",
    series: { [ofApi("numbers_behind", 'company="tienda", environment="production"')]: steady(2) },
    at: "1m",
    labels: { company: "tienda", environment: "production" },
  },
  {
    alert: "ReconciliationStale",
    series: { [ofApi("reconciliation_age_seconds")]: `${25.9 * 3_600}+15x${long}` },
    at: "30m",
  },
  { alert: "WatermarkWaits", series: { [counter("issuer", "watermark_waiting")]: `0x40 1x${long}` }, at: "11m" },
  { alert: "WatermarkForged", series: { [counter("issuer", "watermarks_forged_total")]: `0x40 1x${long}` }, at: "12m" },
  {
    alert: "CounterEnds",
    series: { [ofApi("counter_left_ratio", 'counter="voucher_id_seq"')]: `0.11x40 0.09x${long}` },
    at: "11m",
    labels: { counter: "voucher_id_seq" },
  },
  { alert: "NumberUnresolved", series: { [ofApi("oldest_unresolved_seconds")]: `0x40 0+15x${long}` }, at: "17m" },
  { alert: "SequenceBlocked", series: { [ofApi("unconfirmed_sequences")]: `0x40 1x${long}` }, at: "21m" },
  {
    // The first of all: its counter was there before, at nought.
    alert: "LoginRefused",
    series: { [counter("issuer", "ticket_logins_total", 'service="wsfe", outcome="notDelegated"')]: `0x40 1x${long}` },
    at: "12m",
    labels: { service: "wsfe", outcome: "notDelegated" },
  },
  {
    alert: "CertificateExpired",
    series: { [ofApi("certificates_expired", 'environment="production"')]: `0x40 1x${long}` },
    at: "11m",
  },
  { alert: "CertificateExpiring", series: { [ofApi("certificates_expiring")]: steady(1) }, at: "61m" },
  { alert: "CaeaReportDeadlineNear", series: { [ofApi("caea_deadline_seconds")]: steady(2 * 86_400) }, at: "61m" },
  {
    alert: "RoundingRefused",
    series: { [counter("issuer", "issuances_total", 'outcome="rejected", code="10051"')]: `0x40 1x${long}` },
    at: "12m",
  },
  {
    alert: "ContingencyProlonged",
    series: { [ofApi("contingency_active", 'environment="production"')]: steady(1) },
    at: "16m",
    labels: { environment: "production" },
  },
  {
    alert: "ReportsRejected",
    series: { [ofApi("reports_rejected", 'environment="production"')]: steady(1) },
    at: "1m",
    labels: { environment: "production" },
  },
  {
    // What the storage refuses is printed again and again, and none of it is kept.
    alert: "PdfsStalled",
    series: {
      [ofApi("pdfs_due")]: `0x40 9x${long}`,
      [counter("renderer", "pdfs_stored_total")]: `0+5x40 200x${long}`,
      [counter("renderer", "print_seconds_count")]: rising,
    },
    at: "32m",
  },
  {
    alert: "StorageFailing",
    // Once a minute, as a renderer tries that rests between.
    series: {
      [counter("renderer", "storage_failures_total", 'operation="write"')]: `${"0 0 0 0 ".repeat(10)}${everyMinute()}`,
    },
    at: "25m",
    labels: { process: "renderer" },
  },
  { alert: "BackupStale", series: { [ofApi("backup_age_seconds")]: `${25.9 * 3_600}+15x${long}` }, at: "30m" },
  {
    alert: "ChromiumOld",
    series: { [counter("renderer", "chromium_age_seconds")]: `${30 * 86_400 - 600}+15x${long}` },
    at: "80m",
  },
  { alert: "PdfsDeadLettered", series: { [ofApi("pdfs_dead_lettered")]: steady(1) }, at: "1m" },
  {
    alert: "MailsStalled",
    series: {
      [ofApi("mails_due")]: `0x40 4x${long}`,
      [counter("mailer", "mails_total", 'outcome="accepted"')]: `0+5x40 200x${long}`,
    },
    at: "45m",
  },
  { alert: "WebhooksDelayed", series: { [ofApi("webhook_oldest_waiting_seconds")]: `0x40 0+15x${long}` }, at: "25m" },
  {
    alert: "JobsFailed",
    series: { [ofApi("jobs", 'queue="pdf", state="failed"')]: `2x300 3x${long}` },
    at: "80m",
    labels: { queue: "pdf" },
  },
  {
    alert: "PaymentsWait",
    series: { [ofApi("payments_waiting", 'state="review"')]: steady(1) },
    at: "1m",
    labels: { state: "review" },
  },
  { alert: "PaymentsUnbilled", series: { [ofApi("unbilled_payments")]: steady(1) }, at: "1m" },
  { alert: "CheckoutUnanswered", series: { [ofApi("checkout_oldest_unanswered_seconds")]: `0+15x${long}` }, at: "15m" },
  { alert: "PaymentTokenRefused", series: { [paid("refused")]: `2x40 3x${long}` }, at: "12m" },
  {
    alert: "PaymentProviderAway",
    series: { [paid("answered")]: `0+5x20 100x${long}`, [paid("away")]: `0x20 0+1x${long}` },
    at: "60m",
  },
  {
    alert: "NotificationsRefused",
    series: { [ofApi("payment_notifications_total", 'outcome="refused"')]: `0+1x${long}` },
    at: "10m",
  },
  {
    alert: "PaymentsUnlisted",
    series: { [ofApi("payments_unlisted_seconds")]: `${25.9 * 3_600}+15x${long}` },
    at: "30m",
  },
  { alert: "PaymentSweepLate", series: { [ofApi("payment_sweep_late_seconds")]: `0x40 0+15x${long}` }, at: "25m" },
  { alert: "PadronMissing", series: { [ofApi("sircip_periods", 'month="this"')]: steady(0) }, at: "70m" },
];

function everyMinute(): string {
  return Array.from({ length: 60 }, (_, minute) => `${minute + 1} ${minute + 1} ${minute + 1} ${minute + 1}`).join(" ");
}

/** What passes by itself, and so pages nobody. */
export const passing: { what: string; series: Record<string, string | null>; warns?: string[] }[] = [
  {
    what: "PostgreSQL was away for half a minute",
    series: {
      [ofApi("unavailable_responses_total", 'server="database"')]: `0x40 25 50x${long}`,
      [counter("issuer", "database_troubles_total", 'trouble="away"')]: `0x40 25 50x${long}`,
      ...Object.fromEntries(gauges.map((name) => [ofApi(name), `0x40 _ _ 0x${long}`])),
    },
  },
  {
    what: "an error of ours came once, or in a burst of a minute",
    series: { [ofApi("unexpected_errors_total")]: `0x40 10 20 30 40x${long}` },
    warns: ["InternalErrorSeen"],
  },
  {
    what: "a process was replaced within a minute",
    series: { [up("issuer")]: `1x40 0 0 0 1x${long}`, [calls("answered")]: `0+5x40 _ _ _ 0+5x${long}` },
  },
  { what: "the API alone is not read", series: unreadApi() },
];

/** Only what it tells of PostgreSQL and Redis is missing then, and they are well. */
function unreadApi(): Record<string, string | null> {
  const told = Object.keys(healthy).filter((name) => name.startsWith("talonario_") && name.includes('process="api"'));
  return {
    ...Object.fromEntries(told.map((name) => [name, null])),
    [up("api")]: null,
    [up("app")]: null,
  };
}
