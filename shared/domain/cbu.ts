const firstBlock = [7, 1, 3, 9, 7, 1, 3];
const secondBlock = [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3];

/**
 * Whether the text can be the CBU of a bank account: 22 digits in two blocks, of 8 and of 14, each ending with the digit that checks
 * the others. Source: issuer/authority/README.md, section 12.
 */
export const isCbu = (text: string): boolean =>
  /^\d{22}$/.test(text) && isChecked(text.slice(0, 8), firstBlock) && isChecked(text.slice(8), secondBlock);

function isChecked(block: string, weights: number[]): boolean {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(block[index]), 0);
  return Number(block.at(-1)) === (10 - (sum % 10)) % 10;
}
