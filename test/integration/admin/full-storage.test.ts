import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { checkStorage } from "../../../api/admin/doctor/storage-check.js";
import { canMount, mountSmallDisk } from "../../support/servers/small-disk.js";

test.skipIf(!canMount)("a storage with room for some bytes and no PDF does not pass, and keeps nothing", async () => {
  using disk = mountSmallDisk("256k");
  const folder = path.join(disk.folder, "pdf");
  expect(await checkStorage(`file:${folder}`)).toMatchObject({
    ok: false,
    detail: expect.stringContaining("ENOSPC"),
    fix: expect.stringMatching(/^Make room/),
  });
  expect(readdirSync(disk.folder)).toEqual([]);
});
