import { sendWithRetries } from "./send-with-retries.js";

/**
 * Sends requests whose body can be a stream. Fetch needs `duplex` for one (Fetch Standard, RequestInit). It is sent once, because it
 * cannot be read again.
 */
export const sendStreams: typeof sendWithRetries = (runtime, operation, settings, prepare) => {
  const { fetch: send = fetch } = runtime;
  let isStream = false;
  const sendBody: typeof fetch = (url, init) => {
    isStream = init?.body instanceof ReadableStream;
    return send(url, isStream ? ({ ...init, duplex: "half" } as RequestInit) : init);
  };
  const limits = {
    ...settings,
    get retries() {
      return isStream ? 0 : settings.retries;
    },
  };
  return sendWithRetries({ ...runtime, fetch: sendBody }, operation, limits, async (refused) => {
    const [url, init, requestId, token] = await prepare(isStream ? undefined : refused);
    // With the refused token, the request is not repeated.
    return [url, init, requestId, isStream ? refused : token];
  });
};
