type Handler = (event: unknown) => Promise<unknown>;

const HINT = `No browser was found, so pages are read without running their scripts.
Install Google Chrome (https://www.google.com/chrome) or Microsoft Edge, then restart the stage.`;

const lacksBrowser = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'reason' in answer && answer.reason === 'no_browser';

/** Says once how to get one. */
export const hintAtBrowser = (handler: Handler, say: (text: string) => void = console.warn): Handler => {
  let isSaid = false;
  return async (event) => {
    const answer = await handler(event);
    if (!isSaid && lacksBrowser(answer)) {
      isSaid = true;
      say(HINT);
    }
    return answer;
  };
};
