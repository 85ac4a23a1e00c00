import { expect, test } from "vitest";
import { importsOf, sourceFiles, textOf } from "../support/structure/source-files.js";

/** Users of each mechanism of the kit, which had a copy of their own once. A copy that comes again is told to use the kit. */
const kit: Record<string, string[]> = {
  "shared/concurrency/fair-semaphore.js": [
    ...["api/app/sent-forms/read-form.ts", "api/app/sign-in/password-queues.ts", "api/http/file-places.ts"],
    ...["api/http/reading-place.ts", "api/parsing/body-places.ts", "api/parsing/read-logo.ts"],
    "api/reports/open-reports.ts",
  ],
  "shared/concurrency/keyed-semaphore.js": ["shared/db/people/passwords.ts", "shared/db/pool/tenant-database.ts"],
  "shared/concurrency/keyed-mutex.js": [
    ...["issuer/contingency/report-due.ts", "renderer/main.ts", "shared/queues/run-locally.ts"],
  ],
  "shared/concurrency/map-limited.js": [
    ...["api/operations/reconcile/compare-numbers.ts", "issuer/contingency/for-each-item.ts"],
    "issuer/contingency/open-contingency.ts",
  ],
  "shared/concurrency/with-timeout.js": [
    ...["api/app/first-steps/find.ts", "api/app/frame/deadline-cache.ts", "api/middleware/request-timeout.ts"],
    ...["issuer/authority/status.ts", "mailer/webhooks/serve-webhook.ts", "renderer/browser.ts"],
    "shared/db/pool/database-client.ts",
  ],
  "shared/concurrency/throttle.js": [
    ...["api/databases/replica.ts", "api/middleware/window-limiter.ts", "issuer/authority-access/notice-writer.ts"],
    ...["issuer/contingency/seed-sequences.ts", "mailer/at-most-every.ts", "mailer/webhooks/serve-webhook.ts"],
  ],
  "shared/concurrency/buffered-writer.js": [
    ...["issuer/authority-access/exchange-log.ts", "issuer/authority-access/notice-writer.ts"],
  ],
  "shared/concurrency/batcher.js": ["issuer/store/write-batcher.ts"],
  "shared/concurrency/loader.js": ["api/issuing/settlement-notifier.ts", "issuer/store/store.ts"],
  "shared/concurrency/lease-renewal.js": ["issuer/locks/lease.ts", "issuer/locks/lock.ts", "mailer/dispatch.ts"],
  "shared/concurrency/wait-group.js": [
    ...["issuer/announcements/best-effort.ts", "issuer/contingency/report-due.ts"],
    ...["mailer/webhooks/serve-webhook.ts", "shared/queues/serve.ts"],
  ],
  "lru-cache": [
    ...["api/authentication/api-key-cache.ts", "api/authentication/read-through-cache.ts"],
    ...["api/issuing/eligibility-cache.ts", "issuer/authority-access/cache-opened-keys.ts"],
    ...["issuer/authority-access/credential-provider.ts", "issuer/issuing/ownership-cache.ts"],
    "issuer/store/job-views.ts",
  ],
};

test.each(Object.entries(kit))(
  "%s is used where a copy of it stood, as far as the file is still there",
  (entry, users) => {
    const without = users.filter((file) => sourceFiles.includes(file) && !importsOf(file).includes(entry));
    expect(without).toEqual([]);
    expect(users.some((file) => sourceFiles.includes(file))).toBe(true);
  },
);

test("each mechanism of the kit is named in its README", () => {
  const page = textOf("shared/concurrency/README.md");
  const files = sourceFiles
    .filter((file) => file.startsWith("shared/concurrency/"))
    .map((file) => file.split("/").at(-1));
  expect(files.filter((file) => !page.includes(`\`${file}\``))).toEqual([]);
});
