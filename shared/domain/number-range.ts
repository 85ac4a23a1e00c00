/** Range of voucher numbers. Both ends are in it. */
export interface NumberRange {
  from: number;
  to: number;
}
