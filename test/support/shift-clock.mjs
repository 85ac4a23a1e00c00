// Preloaded into a process, whose wall clock is then off by CLOCK_SHIFT_MS; the monotonic clock is not touched.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + shiftMs);
    else super(...args);
  }

  static now() {
    return RealDate.now() + shiftMs;
  }
};
