/** What takes longer may never end: whoever asks meanwhile waits for it no more. */
const longestWaitMs = 100;

/** The next turn of the event loop, once `earlier` is over, however it ended. */
export const turnAfter = (earlier: Promise<unknown>) =>
  new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer);
      setImmediate(resolve);
    };
    const timer = setTimeout(go, longestWaitMs);
    earlier.then(go, go);
  });
