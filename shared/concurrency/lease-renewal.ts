/** Renewal of a lease, as in Chubby: what is held for a while is renewed well before its end, until it is stopped or lost. */
export interface LeaseRenewal {
  /** False once a renewal failed, or was refused. Nothing new begins then. */
  isHeld(): boolean;
  stop(): void;
}

/**
 * @param renew false when somebody else may hold it by now
 * @param onLost called once, with the error if there is one. Nothing is renewed after it
 */
export function keepRenewed(
  everyMs: number,
  renew: () => Promise<boolean>,
  onLost: (error?: unknown) => void,
): LeaseRenewal {
  let held = true;
  const lose = (error?: unknown) => {
    if (!held) return;
    held = false;
    clearInterval(timer);
    onLost(error);
  };
  const timer = setInterval(() => renew().then((isRenewed) => (isRenewed ? undefined : lose()), lose), everyMs);
  return { isHeld: () => held, stop: () => clearInterval(timer) };
}
