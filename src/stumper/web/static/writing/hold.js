// An item that is done stays so while one looks at it; the first thing that is done to it opens it again.

// `open()` takes it in hand and says what the server answers; `onOpened(answer)` hears of it.
export function newHold(isDone, { open, onOpened }) {
  let opening = isDone ? null : Promise.resolve();
  let isAtWork = !isDone;

  async function opened() {
    try {
      onOpened(await open());
      isAtWork = true;
    } catch (error) {
      opening = null;
      throw error;
    }
  }

  return {
    get isAtWork() {
      return isAtWork;
    },
    // It is in hand from here on.
    take() {
      opening ??= opened();
      return opening;
    },
  };
}
