/** The browser did not print this voucher. Any other error says nothing about the voucher. */
export class PrintFailure extends Error {
  override name = "PrintFailure";
}
