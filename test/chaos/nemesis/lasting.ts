import type { AuthorityControl } from "../../authority/control-client.js";
import type { Restatement } from "../../authority/drift.js";

/** A report with this number is refused. */
interface RefusedNumber {
  cuit: string;
  pos: number;
  type: number;
  number: number;
}

/** What is wrong at the authority until a person mends it, or for good: no fault undoes it, and neither does the end of the faults. */
export interface Lasting {
  /** Its look-ups show another field than was declared. */
  restate(restatement: Restatement): Promise<void>;
  restateNoMore(restatement: Restatement): Promise<void>;
  refuse(refused: RefusedNumber): Promise<void>;
  refuseNoMore(refused: RefusedNumber): Promise<void>;
}

/** "Field with a wrong value": a code that only reports are refused with. */
export const refusalCode = 713;

export function createLasting(authority: AuthorityControl): Lasting {
  let restated: Restatement[] = [];
  let refused: RefusedNumber[] = [];
  const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);
  const tellRestated = async () => void (await authority.set({ restated }));
  const tellRefused = async () =>
    void (await authority.set({
      findings: refused.map((one) => ({ ...one, code: refusalCode, msg: "Campo con un valor que no corresponde" })),
    }));
  return {
    restate(one) {
      restated = [...restated, one];
      return tellRestated();
    },
    restateNoMore(one) {
      restated = restated.filter((other) => !isSame(one, other));
      return tellRestated();
    },
    refuse(one) {
      refused = [...refused, one];
      return tellRefused();
    },
    refuseNoMore({ cuit, pos, type, number }) {
      refused = refused.filter((other) => !isSame({ cuit, pos, type, number }, other));
      return tellRefused();
    },
  };
}
