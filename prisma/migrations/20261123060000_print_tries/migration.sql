-- The tries at a PDF that is not made yet. Written before each try, so that one that takes the renderer down counts, too.
CREATE TABLE "print_try" (
  "voucher_id" INTEGER NOT NULL,
  "versions" TEXT NOT NULL,
  "tries" INTEGER NOT NULL,
  "due_at" TIMESTAMPTZ(3) NOT NULL,
  "reason" TEXT,
  CONSTRAINT "print_try_pkey" PRIMARY KEY ("voucher_id", "versions"),
  CONSTRAINT "print_try_range" CHECK ("tries" >= 0),
  CONSTRAINT "print_try_voucher_id_fkey" FOREIGN KEY ("voucher_id") REFERENCES "voucher"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
