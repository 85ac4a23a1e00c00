/** One numbering: a company's vouchers of one type at one point of sale in one environment. */
export interface SequenceKey {
  companyId: number;
  production: boolean;
  posNumber: number;
  voucherType: number;
}
